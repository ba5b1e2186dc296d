/**
 * etcd's gRPC services, version 3.5: {@link io.narrows.node.api.ApiServer} serves them. Requests are checked here, in the order and
 * with the texts of etcd; what changes something is proposed to the group, what only reads is read from the keyspace of this node.
 */
package io.narrows.node.api;
