/**
 * Watches: {@link io.narrows.node.watch.WatchHub} receives the applied changes and sends them to clients' streams. Changes
 * that a client is too slow for are not kept in memory, but read again from the keyspace.
 */
package io.narrows.node.watch;
