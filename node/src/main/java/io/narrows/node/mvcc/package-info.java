/**
 * Multi-version keys, like etcd's, on the storage engine. Any thread may read the {@link io.narrows.node.mvcc.Keyspace}; a single
 * thread changes it, with a {@link io.narrows.node.mvcc.Change} per command of the log.
 *
 * <p>Column families; integers in keys are big-endian:
 *
 * <pre>
 * default     's'                             → {@link io.narrows.node.mvcc.StateRecord}
 *             'm' id(8)                       → MemberRecord
 *             'a' type(4) member id(8)         → empty: the alarm is raised
 *             'l'                             → revision(8) up to which latest is complete
 *             'v'                             → command version that the group has agreed on(4)
 * keys        {@link io.narrows.node.mvcc.VersionKey} → {@link io.narrows.node.mvcc.Version}
 * revisions   main(8) sub(4)                  → key, at least as long as a reader may need it
 * latest      key                             → revision(8) of the latest version of a key that exists
 * leases      id(8)                           → granted seconds(8), and seconds(8) left at the last checkpoint, if any
 * lease-keys  id(8) key                       → empty
 * </pre>
 */
@NullMarked
package io.narrows.node.mvcc;

import org.jspecify.annotations.NullMarked;
