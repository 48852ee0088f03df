# Build, pack, test: a package is there even where a test fails. Arguments go to each step, for example: ./build.ps1 -c Debug
$ErrorActionPreference = 'Stop'
Set-Location $PSScriptRoot
$flags = @(if ($args -match '^(-c|--configuration)(=|$)') { $args } else { '-c', 'Release'; $args })

dotnet build @flags
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
dotnet pack --output artifacts @flags
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
dotnet test --no-build @flags
exit $LASTEXITCODE
