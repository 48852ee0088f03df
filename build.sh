#!/usr/bin/env bash
# Build, pack, test: a package is there even where a test fails. Arguments go to each step, for example: ./build.sh -c Debug
set -euo pipefail
cd "$(dirname "$0")"
[[ " $* " =~ \ (-c|--configuration)[\ =] ]] || set -- -c Release "$@"

dotnet build "$@"
dotnet pack --output artifacts "$@"
dotnet test --no-build "$@"
