package io.narrows.node.error;

import io.grpc.Status;
import io.narrows.node.command.Refusal;

/**
 * The reasons for refusing requests, in etcd's words, which clients compare. Texts and codes are those of etcd's
 * {@code api/v3rpc/rpctypes}.
 */
public enum EtcdError {
    EMPTY_KEY(Status.Code.INVALID_ARGUMENT, "etcdserver: key is not provided"),
    KEY_NOT_FOUND(Status.Code.INVALID_ARGUMENT, "etcdserver: key not found"),
    VALUE_PROVIDED(Status.Code.INVALID_ARGUMENT, "etcdserver: value is provided"),
    LEASE_PROVIDED(Status.Code.INVALID_ARGUMENT, "etcdserver: lease is provided"),
    TOO_MANY_OPERATIONS(Status.Code.INVALID_ARGUMENT, "etcdserver: too many operations in txn request"),
    DUPLICATE_KEY(Status.Code.INVALID_ARGUMENT, "etcdserver: duplicate key given in txn request"),
    INVALID_SORT_OPTION(Status.Code.INVALID_ARGUMENT, "etcdserver: invalid sort option"),
    COMPACTED(Status.Code.OUT_OF_RANGE, "etcdserver: mvcc: required revision has been compacted"),
    FUTURE_REVISION(Status.Code.OUT_OF_RANGE, "etcdserver: mvcc: required revision is a future revision"),
    NO_SPACE(Status.Code.RESOURCE_EXHAUSTED, "etcdserver: mvcc: database space exceeded"),

    CORRUPT(Status.Code.DATA_LOSS, "etcdserver: corrupt cluster"),
    LEASE_NOT_FOUND(Status.Code.NOT_FOUND, "etcdserver: requested lease not found"),
    LEASE_EXISTS(Status.Code.FAILED_PRECONDITION, "etcdserver: lease already exists"),
    LEASE_TTL_TOO_LARGE(Status.Code.OUT_OF_RANGE, "etcdserver: too large lease TTL"),

    MEMBER_EXISTS(Status.Code.FAILED_PRECONDITION, "etcdserver: member ID already exist"),
    PEER_URL_EXISTS(Status.Code.FAILED_PRECONDITION, "etcdserver: Peer URLs already exists"),
    BAD_PEER_URL(Status.Code.INVALID_ARGUMENT, "etcdserver: given member URLs are invalid"),
    MEMBER_NOT_FOUND(Status.Code.NOT_FOUND, "etcdserver: member not found"),
    MEMBER_NOT_ENOUGH_STARTED(
            Status.Code.FAILED_PRECONDITION, "etcdserver: re-configuration failed due to not enough started members"),

    TOO_MANY_LEARNERS(Status.Code.FAILED_PRECONDITION, "etcdserver: too many learner members in cluster"),
    MEMBER_NOT_LEARNER(Status.Code.FAILED_PRECONDITION, "etcdserver: can only promote a learner member"),
    LEARNER_NOT_READY(
            Status.Code.FAILED_PRECONDITION,
            "etcdserver: can only promote a learner member which is in sync with leader"),
    NOT_SUPPORTED_FOR_LEARNER(Status.Code.UNAVAILABLE, "etcdserver: rpc not supported for learner"),

    REQUEST_TOO_LARGE(Status.Code.INVALID_ARGUMENT, "etcdserver: request is too large"),
    TOO_MANY_REQUESTS(Status.Code.RESOURCE_EXHAUSTED, "etcdserver: too many requests"),
    NO_LEADER(Status.Code.UNAVAILABLE, "etcdserver: no leader"),
    NOT_LEADER(Status.Code.FAILED_PRECONDITION, "etcdserver: not leader"),
    BAD_LEADER_TRANSFEREE(Status.Code.FAILED_PRECONDITION, "etcdserver: bad leader transferee"),
    LEADER_CHANGED(Status.Code.UNAVAILABLE, "etcdserver: leader changed"),
    STOPPED(Status.Code.UNAVAILABLE, "etcdserver: server stopped"),
    TIMEOUT(Status.Code.UNAVAILABLE, "etcdserver: request timed out"),
    NOT_CAPABLE(Status.Code.UNAVAILABLE, "etcdserver: not capable"),
    AUTH_NOT_ENABLED(Status.Code.FAILED_PRECONDITION, "etcdserver: authentication is not enabled"),
    BAD_DOWNGRADE_VERSION(Status.Code.INVALID_ARGUMENT, "etcdserver: wrong downgrade target version format"),
    INVALID_DOWNGRADE_TARGET(Status.Code.INVALID_ARGUMENT, "etcdserver: invalid downgrade target version"),
    NO_DOWNGRADE(Status.Code.FAILED_PRECONDITION, "etcdserver: no inflight downgrade job"),
    SESSION_EXPIRED(Status.Code.UNKNOWN, "mutex: session is expired"),
    ELECTION_NOT_LEADER(Status.Code.UNKNOWN, "election: not leader"),
    ELECTION_NO_LEADER(Status.Code.UNKNOWN, "election: no leader"),
    MISSING_LEADER_KEY(Status.Code.UNKNOWN, "\"leader\" field must be provided"),
    UNKNOWN_METHOD(Status.Code.UNKNOWN, "etcdserver: unknown method"),
    UNHEALTHY(Status.Code.UNAVAILABLE, "etcdserver: unhealthy cluster");

    private final Status.Code code;
    private final String text;

    EtcdError(Status.Code code, String text) {
        this.code = code;
        this.text = text;
    }

    public Status.Code code() {
        return code;
    }

    public String text() {
        return text;
    }

    /** Returns the error as a refusal sent between members. */
    public Refusal refusal() {
        return Refusal.newBuilder().setCode(code.value()).setText(text).build();
    }
}
