"""Runs the workloads against the programs that are installed; see Benchmarks/README.md."""
