package io.narrows.proxy.discovery.kubernetes;

/**
 * An event of a watch.
 *
 * @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR, or one of a later version of the API
 * @param slice empty for a bookmark and an error
 * @param version resource version from which another watch continues; empty for an error
 * @param status the error; empty for other events
 */
record WatchEvent(String type, Slice slice, String version, Status status) {}
