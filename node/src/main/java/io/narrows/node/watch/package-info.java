/**
 * Watches: {@link io.narrows.node.watch.WatchHub} receives the applied changes and sends them to clients' streams. If a
 * client is too slow, its changes are not kept in memory, but read again from the keyspace.
 */
@NullMarked
package io.narrows.node.watch;

import org.jspecify.annotations.NullMarked;
