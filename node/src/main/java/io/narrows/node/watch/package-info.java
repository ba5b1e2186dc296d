/**
 * Watches: {@link io.narrows.node.watch.WatchHub} is told what was applied, and tells the streams of clients. What a client is too
 * slow for is not kept in memory: it is read again from the keyspace.
 */
package io.narrows.node.watch;
