#!/usr/bin/env bash
# Installs Narrows from an unpacked release, or upgrades an installed version; --uninstall removes it.
#
#   sudo ./install.sh                       to /opt/narrows, with user, systemd unit, and configuration unless there is one
#   sudo ./install.sh --prefix /srv/narrows elsewhere
#   ./install.sh --destdir ROOT             the same files below ROOT, for a package or an image: no user, nothing is started
#   sudo ./install.sh --uninstall           keeps the configuration and the user
#
# It is safe to run again. It never starts the sidecar and never changes a configuration.
set -euo pipefail
umask 022 # the service must be able to read the files that root writes

source=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
prefix=/opt/narrows destdir='' action=install
user=narrows

say() { printf 'install.sh: %s\n' "$1"; }
die() { printf 'install.sh: %s\n' "$1" >&2; exit 1; }
usage() { sed -n '4,7s/^#   //p' "${BASH_SOURCE[0]}" >&2; exit 2; }

while (($#)); do
  case $1 in
    --prefix | --destdir)
      if (($# < 2)); then printf 'install.sh: %s needs a folder\n' "$1" >&2; usage; fi
      if [[ $2 != /* ]]; then die "$1 is $2, expected an absolute path"; fi
      if [[ $1 == --prefix ]]; then prefix=$(realpath -ms "$2"); else destdir=$(realpath -ms "$2"); fi
      shift 2
      ;;
    --uninstall) action=uninstall; shift ;;
    *) printf 'install.sh: unknown argument %s\n' "$1" >&2; usage ;;
  esac
done
if [[ ! $prefix =~ ^[A-Za-z0-9/._+-]+$ ]]; then die "--prefix is $prefix, expected letters, digits and /._+- (systemd reads it too)"; fi
if [[ -z $destdir ]] && ((EUID)); then die 'must run as root or with --destdir'; fi

home=$destdir$prefix
unit=$destdir/etc/systemd/system/narrows.service
link=$destdir/usr/local/bin/narrows
share=$destdir/usr/local/share
config=$destdir/etc/narrows/narrows.yaml

# ours FOLDER: succeeds if the folder holds an installed Narrows. Anything else is never replaced or removed.
ours() { [[ -x $1/bin/narrows && -f $1/lib/classpath ]]; }

systemd_runs() { [[ -z $destdir && -d /run/systemd/system ]]; }

make_user() {
  if [[ -n $destdir ]] || getent passwd "$user" > /dev/null; then return; fi
  useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
  say "created user $user"
}

# Completes the new version beside the old one before it replaces it: the jars that a running JVM has open must not change,
# and the old files stay on disk until it exits.
put_files() {
  rm -rf "$home.new"
  install -d -m 755 "$home.new"
  cp -r "$source"/{bin,lib,config,dashboards,docs,share,systemd,install.sh,LICENSE,README.md,CHANGELOG.md} "$home.new/"
  sed -i "s:/opt/narrows/:$prefix/:g" "$home.new"/systemd/*
  chmod -R u=rwX,go=rX "$home.new"
  if ((EUID == 0)); then chown -R 0:0 "$home.new"; fi
  rm -rf "$home.old"
  if [[ -d $home ]]; then mv "$home" "$home.old"; fi
  mv "$home.new" "$home"
  rm -rf "$home.old"
  install -d -m 755 "${link%/*}"
  ln -sfn "$prefix/bin/narrows" "$link"
}

# Installs into the folders that bash, zsh and man search besides those of the system's packages.
put_help() {
  local file
  while IFS= read -r file; do
    install -D -m 644 "$source/share/$file" "$share/$file"
  done < <(help_files "$source")
}

remove_help() {
  local file
  while IFS= read -r file; do rm -f "$share/$file"; done < <(help_files "$home")
}

# help_files FOLDER: lists the files below share/ of a release.
help_files() {
  if [[ -d $1/share ]]; then (cd "$1/share" && find . -type f); fi
}

put_unit() {
  install -d -m 755 "${unit%/*}"
  install -m 644 "$home/systemd/narrows.service" "$unit"
  if systemd_runs; then systemctl daemon-reload; fi
}

put_config() {
  if [[ -e $config ]]; then
    say "kept the existing ${config#"$destdir"}"
    return
  fi
  install -d -m 755 "${config%/*}"
  install -m 640 "$source/config/examples/narrows.yaml" "$config"
  if [[ -z $destdir ]]; then chgrp "$user" "$config"; fi
  say "wrote an example to ${config#"$destdir"}; edit it before starting Narrows"
}

# A JVM archive fits only one JDK and these jars, and the service cannot write here, so it is made at installation.
train() {
  if [[ -n $destdir ]]; then return; fi
  if ! "$home/bin/narrows" train > /dev/null; then
    say "starts will be slower; after installing a JDK, run $prefix/bin/narrows train"
  fi
}

install_all() {
  if ! ours "$source"; then die "$source is not an unpacked release; bin/package builds one"; fi
  if [[ -e $home ]] && ! ours "$home"; then die "$home exists but is not a Narrows installation; use another --prefix"; fi
  if [[ $source == "$home" ]]; then die "$source is the installation itself; run the install.sh of an unpacked release"; fi
  make_user
  remove_help # removes pages of verbs that this release no longer has
  put_files
  put_help
  put_unit
  put_config
  train
  say "installed $prefix"
  if [[ -z $destdir ]]; then
    say "next: narrows check --config $config && systemctl enable --now narrows (or restart it)"
  fi
}

uninstall() {
  if [[ ! -e $home && ! -e $unit ]]; then die "nothing to remove: neither $home nor $unit exists"; fi
  if [[ -e $home ]] && ! ours "$home"; then die "$home is not a Narrows installation; nothing was removed"; fi
  if systemd_runs; then systemctl disable --now narrows || true; fi
  rm -f "$unit"
  if [[ -L $link && $(readlink "$link") == "$prefix/bin/narrows" ]]; then rm "$link"; fi
  remove_help
  rm -rf "$home"
  if systemd_runs; then systemctl daemon-reload; fi
  say "removed $prefix; ${config#"$destdir"} and the user $user were kept"
}

if [[ $action == install ]]; then install_all; else uninstall; fi
