#!/bin/sh
#SBATCH --job-name=frameit
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --requeue
#
# Edits the images of a folder, one shard per job of the array:
#
#     sbatch slurm.sh SCRIPT IN OUT
set -eu
script=$1 in=$2 out=$3
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT
exec "${FRAMEIT:-frameit}" apply "$script" --recursive "$in" --base "$in" --out-dir "$out" --shard "$part/$parts" \
  --jobs "${SLURM_CPUS_PER_TASK:-0}" --resume --journal "$out.journals/$part-of-$parts.jsonl"
