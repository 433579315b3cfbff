"""Runs the workloads with the installed programs; see Benchmarks/README.md."""
