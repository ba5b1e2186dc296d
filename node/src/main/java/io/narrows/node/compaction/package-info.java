/** Compacts old revisions by itself, as etcd's {@code --auto-compaction-mode} does. */
package io.narrows.node.compaction;
