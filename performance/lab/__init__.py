"""The runner of experiments: each file in performance/experiments/ names the variants to compare."""
