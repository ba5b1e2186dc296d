/**
 * Snapshots in etcd's format: files of <a href="https://github.com/etcd-io/bbolt">bbolt</a> with etcd's buckets.
 * {@link io.narrows.node.bolt.EtcdSnapshot} writes and opens them; {@link io.narrows.node.bolt.SnapshotContent} is the
 * content of one.
 */
@NullMarked
package io.narrows.node.bolt;

import org.jspecify.annotations.NullMarked;
