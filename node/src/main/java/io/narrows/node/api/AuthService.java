package io.narrows.node.api;

import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AuthDisableRequest;
import io.narrows.node.etcd.AuthDisableResponse;
import io.narrows.node.etcd.AuthGrpc;
import io.narrows.node.etcd.AuthStatusRequest;
import io.narrows.node.etcd.AuthStatusResponse;
import io.narrows.node.etcd.AuthenticateRequest;
import io.narrows.node.etcd.AuthenticateResponse;
import io.narrows.node.mvcc.Keyspace;

/**
 * The Auth service of a group without authentication, which cannot be enabled. It responds like an etcd before
 * {@code auth enable}. User and role calls are UNIMPLEMENTED.
 */
final class AuthService extends AuthGrpc.AuthImplBase {
    /** etcd's auth revision before any user or role is added. */
    private static final long FIRST_AUTH_REVISION = 1;

    private final Headers headers;
    private final Keyspace keyspace;

    AuthService(Headers headers, Keyspace keyspace) {
        this.headers = headers;
        this.keyspace = keyspace;
    }

    @Override
    public void authStatus(AuthStatusRequest request, StreamObserver<AuthStatusResponse> observer) {
        observer.onNext(AuthStatusResponse.newBuilder()
                .setHeader(headers.at(keyspace.revision()))
                .setAuthRevision(FIRST_AUTH_REVISION)
                .build());
        observer.onCompleted();
    }

    /** Succeeds; authentication is never enabled. */
    @Override
    public void authDisable(AuthDisableRequest request, StreamObserver<AuthDisableResponse> observer) {
        observer.onNext(AuthDisableResponse.newBuilder()
                .setHeader(headers.at(keyspace.revision()))
                .build());
        observer.onCompleted();
    }

    @Override
    public void authenticate(AuthenticateRequest request, StreamObserver<AuthenticateResponse> observer) {
        observer.onError(Statuses.of(EtcdError.AUTH_NOT_ENABLED));
    }
}
