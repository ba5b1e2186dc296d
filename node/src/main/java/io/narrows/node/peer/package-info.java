/**
 * The connections between the members of a group: {@link io.narrows.node.peer.PeerConnections} dials them,
 * {@link io.narrows.node.peer.PeerServer} accepts them. They carry JRaft's requests and those of
 * {@link io.narrows.node.peer.PeerRequests}.
 */
@NullMarked
package io.narrows.node.peer;

import org.jspecify.annotations.NullMarked;
