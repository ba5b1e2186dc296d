package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests;
import com.google.protobuf.Message;
import io.narrows.node.peer.message.AskReply;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.Failure;
import io.narrows.node.peer.message.ProposeReply;
import io.narrows.node.peer.message.ProposeRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * The types of messages in frames. Their numbers are part of the protocol: never change or reuse one. JRaft's own are below
 * 64.
 */
enum MessageType {
    PING(1, RpcRequests.PingRequest.getDefaultInstance()),
    ERROR(2, RpcRequests.ErrorResponse.getDefaultInstance()),
    REQUEST_VOTE(3, RpcRequests.RequestVoteRequest.getDefaultInstance()),
    REQUEST_VOTE_RESPONSE(4, RpcRequests.RequestVoteResponse.getDefaultInstance()),
    APPEND_ENTRIES(5, RpcRequests.AppendEntriesRequest.getDefaultInstance()),
    APPEND_ENTRIES_RESPONSE(6, RpcRequests.AppendEntriesResponse.getDefaultInstance()),
    READ_INDEX(7, RpcRequests.ReadIndexRequest.getDefaultInstance()),
    READ_INDEX_RESPONSE(8, RpcRequests.ReadIndexResponse.getDefaultInstance()),
    TIMEOUT_NOW(9, RpcRequests.TimeoutNowRequest.getDefaultInstance()),
    TIMEOUT_NOW_RESPONSE(10, RpcRequests.TimeoutNowResponse.getDefaultInstance()),
    INSTALL_SNAPSHOT(11, RpcRequests.InstallSnapshotRequest.getDefaultInstance()),
    INSTALL_SNAPSHOT_RESPONSE(12, RpcRequests.InstallSnapshotResponse.getDefaultInstance()),
    GET_FILE(13, RpcRequests.GetFileRequest.getDefaultInstance()),
    GET_FILE_RESPONSE(14, RpcRequests.GetFileResponse.getDefaultInstance()),
    PROPOSE(64, ProposeRequest.getDefaultInstance()),
    PROPOSE_REPLY(65, ProposeReply.getDefaultInstance()),
    ASK(66, AskRequest.getDefaultInstance()),
    ASK_REPLY(67, AskReply.getDefaultInstance()),
    FAILURE(68, Failure.getDefaultInstance());

    private static final MessageType[] BY_NUMBER = new MessageType[256];
    private static final Map<Class<?>, MessageType> BY_CLASS = new HashMap<>();

    static {
        for (MessageType type : values()) {
            BY_NUMBER[type.number] = type;
            BY_CLASS.put(type.prototype.getClass(), type);
        }
    }

    private final int number;
    private final Message prototype;

    MessageType(int number, Message prototype) {
        this.number = number;
        this.prototype = prototype;
    }

    int number() {
        return number;
    }

    Message prototype() {
        return prototype;
    }

    /** Returns the type with a number from 0 to 255, or null. */
    static MessageType numbered(int number) {
        return BY_NUMBER[number];
    }

    /** @throws IllegalArgumentException if messages of this class cannot be sent */
    static MessageType of(Class<?> message) {
        MessageType type = BY_CLASS.get(message);
        if (type == null) {
            throw new IllegalArgumentException("message of " + message.getName() + " has no number in MessageType");
        }
        return type;
    }
}
