/** Automatic compaction of old revisions, like etcd's {@code --auto-compaction-mode}. */
@NullMarked
package io.narrows.node.compaction;

import org.jspecify.annotations.NullMarked;
