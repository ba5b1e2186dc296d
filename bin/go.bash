# Functions of bin/bench and bin/soak: programs that are built from Go modules.
# shellcheck shell=bash

# pinned NAME PACKAGE: puts the program NAME first in PATH, built from the version of PACKAGE that tests/src/test/go/NAME pins. Kept in
# ~/.cache/narrows.
pinned() {
  local version folder
  type -P go > /dev/null || die 'Go is missing; install Go 1.26 or newer from https://go.dev/dl'
  version=$(cd "tests/src/test/go/$1" && go list -f '{{.Module.Version}}' "$2") || die "cannot find $2"
  folder=${XDG_CACHE_HOME:-$HOME/.cache}/narrows/$1-$version
  if [[ ! -x $folder/$1 ]]; then
    say "building $1 $version (first run only)"
    mkdir -p "$folder"
    (cd "tests/src/test/go/$1" && nice go build -p 2 -trimpath -o "$folder/$1.new" "$2") || die "cannot build $1"
    mv "$folder/$1.new" "$folder/$1"
  fi
  PATH=$folder:$PATH
}

# go_program NAME [PACKAGE [OUTPUT]]: builds a package of a module in tests/src/test/go before hosts start, which cannot fetch modules.
go_program() {
  type -P go > /dev/null || die 'Go is missing; run apt-get install golang-go, or install a newer version from https://go.dev/dl'
  (cd "tests/src/test/go/$1" && go build -o "../../../../target/${3:-$1}" "${2:-.}")
}
