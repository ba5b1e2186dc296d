package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Look-ups requested while others wait, on threads that the test runs. */
final class LookUpsTest {
    private final Queue<Runnable> begun = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final LookUps lookUps = new LookUps(begun::add, this::address);
    private RuntimeException failure;

    @Test
    void nameThatManyAskFor_isLookedUpOnce() {
        List<Promise<List<InetAddress>>> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            slow.add(find("slow.example"));
        }
        find("fast.example");

        assertThat(begun).as("threads that are needed").hasSize(2);
        begun.remove().run();

        assertThat(asked).containsExactly("slow.example");
        assertThat(slow).allMatch(Promise::isSuccess);
    }

    @Test
    void answeredName_isLookedUpAgain() {
        find("db.example");
        begun.remove().run();

        Promise<List<InetAddress>> later = find("db.example");
        begun.remove().run();

        assertThat(later.isSuccess()).isTrue();
        assertThat(asked).containsExactly("db.example", "db.example");
    }

    @Test
    void nameThatNobodyWaitsForAnyMore_isNotLookedUp() {
        find("db.example").cancel(false);
        begun.remove().run();

        assertThat(asked).isEmpty();
        assertThat(find("db.example").isDone()).isFalse();
        assertThat(begun).hasSize(1);
    }

    @Test
    void resolverThatThrows_leavesTheNameToTheNextLookUp() {
        failure = new IllegalStateException("no resolver in this test");
        Promise<List<InetAddress>> failed = find("db.example");
        begun.remove().run();
        failure = null;

        Promise<List<InetAddress>> later = find("db.example");
        begun.remove().run();

        assertThat(failed.cause()).hasMessage("no resolver in this test");
        assertThat(later.isSuccess()).isTrue();
    }

    @Test
    void lookUpsThatAreClosed_fail() {
        LookUps closed = new LookUps(
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                this::address);
        Promise<List<InetAddress>> promise = ImmediateEventExecutor.INSTANCE.newPromise();

        closed.find("db.example", ImmediateEventExecutor.INSTANCE, promise);

        assertThat(promise.cause()).hasMessage("closed");
    }

    private Promise<List<InetAddress>> find(String host) {
        Promise<List<InetAddress>> promise = ImmediateEventExecutor.INSTANCE.newPromise();
        lookUps.find(host, ImmediateEventExecutor.INSTANCE, promise);
        return promise;
    }

    private InetAddress[] address(String host) throws UnknownHostException {
        asked.add(host);
        if (failure != null) {
            throw failure;
        }
        return new InetAddress[] {InetAddress.getByName("10.0.0.1")};
    }
}
