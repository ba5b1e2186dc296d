/**
 * etcd's gRPC services, version 3.5, served by {@link io.narrows.node.api.ApiServer}. Requests are checked here, in
 * etcd's order and with its texts; writes are proposed to the group, reads are served from this node's keyspace.
 */
@NullMarked
package io.narrows.node.api;

import org.jspecify.annotations.NullMarked;
