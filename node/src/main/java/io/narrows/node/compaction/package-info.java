/** Automatic compaction of old revisions, like etcd's {@code --auto-compaction-mode}. */
package io.narrows.node.compaction;
