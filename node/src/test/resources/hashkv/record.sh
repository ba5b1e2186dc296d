#!/bin/bash
# record.sh HOST:PORT < OLD.txt > etcd-VERSION.txt: does the operations of a file on a new etcd, by etcdctl and curl, and writes behind
# each hash what etcd's HashKV says now: the hash without sign and the compact revision, or its error.
set -euo pipefail
export ETCDCTL_API=3
endpoint=$1
ctl() { etcdctl --endpoints "$endpoint" "$@"; }
post() { curl -sf "http://$endpoint/v3/$1" -d "$2"; }
hash() {
    local answer
    answer=$(ctl endpoint hashkv --rev="$1" -w json 2>&1) || true
    if [[ $answer == *'"hash":'* ]]; then
        sed -E 's/.*"hash":([0-9]+).*"compact_revision":(-?[0-9]+).*/\1 \2/' <<<"$answer"
    else
        grep -o 'etcdserver: mvcc: [a-z ]*' <<<"$answer" | head -1
    fi
}
while IFS= read -r line <&3; do
    line=${line%% = *}
    read -r -a words <<<"$line"
    answer=
    case ${words[0]} in
        put) ctl put "${words[1]}" "${words[2]}" --lease="${words[3]:-0}" >&2 ;;
        del) ctl del "${words[@]:1}" >&2 ;;
        txn) { echo; tr ';' '\n' <<<"${line#txn }" | sed 's/^ *//'; echo; echo; } | ctl txn >&2 ;;
        lease) post lease/grant "{\"TTL\": 3600, \"ID\": ${words[1]}}" >&2 ;;
        revoke) post lease/revoke "{\"ID\": ${words[1]}}" >&2 ;;
        compact) ctl compact --physical "${words[1]}" >&2 ;;
        hash) answer=$(hash "${words[1]}") ;;
    esac
    echo "$line${answer:+ = $answer}"
done 3<&0 </dev/null
