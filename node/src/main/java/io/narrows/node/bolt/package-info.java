/**
 * Snapshots as etcd has them: files of <a href="https://github.com/etcd-io/bbolt">bbolt</a> with etcd's buckets in them.
 * {@link io.narrows.node.bolt.EtcdSnapshot} writes and opens them; {@link io.narrows.node.bolt.SnapshotContent} is what is in one.
 */
package io.narrows.node.bolt;
