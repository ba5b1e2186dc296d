/**
 * Keys in revisions, as etcd has them, on the storage engine: {@link io.narrows.node.mvcc.Keyspace} is read by any thread, and one
 * thread changes it by a {@link io.narrows.node.mvcc.Change} per entry of the log.
 *
 * <p>Families of the engine; integers are big-endian where keys hold them:
 *
 * <pre>
 * default     's'                             → {@link io.narrows.node.mvcc.StateRecord}
 *             'c'                             → revision up to which old versions are cleared away
 *             'm' id(8)                       → MemberRecord
 *             'a' type(4) member id(8)         → nothing: the alarm is raised
 *             'v'                             → version of commands on which the group has agreed(4)
 * keys        {@link io.narrows.node.mvcc.VersionKey} → {@link io.narrows.node.mvcc.Version}
 * revisions   main(8) sub(4)                  → key, as long as that version of it is kept
 * leases      id(8)                           → seconds(8), and seconds(8) left at the last checkpoint, if there was one
 * lease-keys  id(8) key                       → nothing
 * </pre>
 */
package io.narrows.node.mvcc;
