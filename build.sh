#!/usr/bin/env bash
# Build, test, pack. Arguments go to each step, for example: ./build.sh -c Debug
set -euo pipefail
cd "$(dirname "$0")"
[[ " $* " =~ \ (-c|--configuration)[\ =] ]] || set -- -c Release "$@"

dotnet build "$@"
dotnet test --no-build "$@"
dotnet pack --no-build --output artifacts "$@"
