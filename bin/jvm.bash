# Functions of bin/narrows and bin/train: the JDK, its options, the class path, and the archives of loaded classes.
# shellcheck shell=bash disable=SC2034 # the scripts that read this file use the variables

# Major versions in order of preference, the fastest first; if none is installed, the newest from 17 on is used.
preferred_jdks=(25 17)

home=$(readlink -f "${BASH_SOURCE[0]}")
home=${home%/bin/*}
if [[ -f $home/pom.xml ]]; then target=$home/cli/target; else target=$home/lib; fi

say() { printf 'narrows: %s\n' "$1" >&2; }
die() { say "$1"; exit 1; }

# version JAVA: sets `version` to the full version (17.0.15+6-Debian) and `major`; both are empty if JAVA is not a JDK. Reads
# the JDK's release file, as `java -version` takes 50 ms.
version() {
  local line release=${1%/bin/java}/release
  version='' major=''
  [[ -x $1 && -r $release ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^JAVA_RUNTIME_VERSION=\"(([0-9]+)[^\"]*)\" ]]; then
      version=${BASH_REMATCH[1]} major=${BASH_REMATCH[2]}
    fi
  done < "$release"
}

# find_java: sets `java`, `version` and `major`.
find_java() {
  if [[ -n ${NARROWS_JAVA:-} ]]; then
    java=$(readlink -f "$NARROWS_JAVA")
  elif [[ -x $home/runtime/bin/java ]]; then
    java=$home/runtime/bin/java
  else
    pick_java
  fi
  version "$java"
}

# pick_java: sets `java` to the most preferred java of JAVA_HOME, PATH and /usr/lib/jvm; the first found wins a tie.
pick_java() {
  local candidates=() candidate rank best=0 i
  if [[ -n ${JAVA_HOME:-} ]]; then candidates+=("$JAVA_HOME/bin/java"); fi
  if candidate=$(type -P java); then candidates+=("$(readlink -f "$candidate")"); fi
  candidates+=(/usr/lib/jvm/*/bin/java)
  for candidate in "${candidates[@]}"; do
    version "$candidate"
    rank=${major:-0}
    for i in "${!preferred_jdks[@]}"; do
      if [[ $major == "${preferred_jdks[i]}" ]]; then rank=$((1000 - i)); fi # above every possible version
    done
    if ((rank >= 17 && rank > best)); then java=$candidate best=$rank; fi
  done
  ((best)) || die "no JDK 17 or newer found in JAVA_HOME, PATH or /usr/lib/jvm; install one (apt-get install openjdk-17-jdk-headless) or set NARROWS_JAVA"
}

# read_options [ROLE...]: sets `flags` to the options of bin/jvm.options for this JDK and these roles: `database`, `tool`.
read_options() {
  local option
  flags=()
  while read -r option _; do
    if [[ $option =~ ^([0-9]+)-:(.*) ]]; then
      ((${major:-17} >= BASH_REMATCH[1])) || continue
      option=${BASH_REMATCH[2]}
    elif [[ $option =~ ^(database|tool):(.*) ]]; then
      [[ " $* " == *" ${BASH_REMATCH[1]} "* ]] || continue
      option=${BASH_REMATCH[2]}
    fi
    if [[ $option == -* ]]; then
      flags+=("$option")
    elif [[ -n $option && $option != '#'* ]]; then
      die "$home/bin/jvm.options: $option (expected: an option that begins with -, or a comment)"
    fi
  done < "$home/bin/jvm.options"
  if [[ -d $home/lib/native ]]; then # in an image: libraries are not unpacked at start, so a noexec /tmp is enough
    flags+=(-Djava.library.path="$home/lib/native" -DZstdNativePath="$home/lib/native/libzstd-jni.so"
      -Dorg.xerial.snappy.lib.path="$home/lib/native" -Dorg.xerial.snappy.lib.name=libsnappyjava.so)
  fi
}

# require_build: in a checkout, builds what is missing or older than its sources.
require_build() {
  if [[ -f $home/pom.xml ]]; then
    JAVA_HOME=${java%/bin/java} "$home/bin/build"
  elif [[ ! -f $target/classpath ]]; then
    die "incomplete installation: $target/classpath is missing; unpack or install it again"
  fi
}

# read_classpath: sets `classpath`.
read_classpath() {
  IFS= read -r classpath < "$target/classpath" || [[ -n $classpath ]] # Maven ends the file without a newline
  if [[ -f $home/pom.xml ]]; then classpath=${classpath//lib\//$target/lib/}; else classpath=${classpath//lib\//$target/}; fi
  classpath=$(echo "$target"/narrows-cli-*.jar):$classpath
}

# name_archives: sets `sidecars_archive` and `stores_archive`, which are of this JDK.
name_archives() {
  sidecars_archive=$target/narrows-${version//[^0-9A-Za-z.+-]/_}.archive
  stores_archive=${sidecars_archive%.archive}-store.archive
}

# untrained ARCHIVE: succeeds if this JDK has no such archive for this build, or one made from other jars, and it can be made.
untrained() {
  [[ -n $version && -w $target ]] || return 1
  [[ ! $1 -nt $target/classpath ]] || ! bound "$1"
}

# usable ARCHIVE: succeeds if a JVM can start from the archive. The file is empty if it could not be made.
usable() { [[ -s $1 && -r $1 ]] && bound "$1"; }

# bound ARCHIVE: succeeds if the archive was made from the jars of the class path. A JVM runs the archived classes without looking into the
# jars: JDK 17 compares their sizes and times, JDK 25 not even those. The file beside each archive holds a digest of all jars, and their
# file attributes, which take 2 ms to check. If the attributes differ, the digest decides: copied jars are the same.
bound() {
  local recorded seen digest
  if [[ $1 == "${checked:-}" ]]; then return 0; fi
  [[ -r $1.jars ]] || return 1
  recorded=$(< "$1.jars")
  digest=${recorded%%$'\n'*}
  seen=$(jars_seen 2> /dev/null) || return 1
  if [[ ${recorded#*$'\n'} != "$seen" ]]; then
    [[ -n $digest && $digest == "$(jars_digest 2> /dev/null)" ]] || return 1
    if [[ -w $target ]]; then bind "$1" "$digest" "$seen"; fi
  fi
  checked=$1
}

# bind ARCHIVE DIGEST SEEN: records which jars an archive was made from.
bind() { printf '%s\n%s\n' "$2" "$3" > "$1.jars.$$" && mv -f "$1.jars.$$" "$1.jars"; }

# jars_seen: prints name, size and times of each jar. Files of an image keep only the modification time, in whole seconds.
jars_seen() {
  if [[ -d $home/lib/native ]]; then of_jars stat -Lc '%n %s %Y'; else of_jars stat -Lc '%n %s %.Y %.Z %i'; fi
}

jars_digest() { of_jars sha256sum | sha256sum; }

# of_jars COMMAND…: runs a command on all jars of the class path, with names relative to $target.
of_jars() {
  local classpath all
  read_classpath
  IFS=: read -ra all <<< "$classpath"
  (cd "$target" && "$@" "${all[@]#"$target"/}")
}

# archive_flag ARCHIVE: prints the JVM option that starts from the archive.
archive_flag() {
  if ((major >= 25)); then printf '%s' "-XX:AOTCache=$1"; else printf '%s' "-XX:SharedArchiveFile=$1"; fi
}
