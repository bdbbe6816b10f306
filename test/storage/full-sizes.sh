#!/usr/bin/env bash
# What the suite has smaller: many writers, many keys, every fault at every call, a bucket that is busy for five minutes. Takes about an hour.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GRAPHDOWN_FULL=1
npx vitest run --testTimeout 3600000 test/context/killed test/context/store-faults.test.ts test/context/busy-bucket.test.ts \
  test/storage/counting-writers.test.ts test/storage/node-disk/processes.test.ts test/storage/s3 test/storage/histories \
  test/cases/storage
npm run --silent test:workers -- test/workers/storage
