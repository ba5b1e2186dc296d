package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NameResolverTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final EventExecutor loop = new DefaultEventExecutor();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void stop() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void answer_isThatOfTheSystem() throws Exception {
        InetAddress[] addresses = {InetAddress.getByName("10.0.0.1"), InetAddress.getByName("10.0.0.2")};
        NameResolver resolver = new NameResolver(loop, new LookUps(Runnable::run, host -> addresses), LONG);

        assertThat(resolver.resolve("db-2.example").sync().getNow()).isEqualTo(addresses[0]);
        assertThat(resolver.resolveAll("db-2.example").sync().getNow()).containsExactly(addresses);
    }

    @Test
    void nameThatIsNotKnown_fails() throws Exception {
        NameResolver resolver = new NameResolver(
                loop,
                new LookUps(Runnable::run, host -> {
                    throw new UnknownHostException(host + ": Name or service not known");
                }),
                LONG);

        assertThat(resolver.resolve("db-2.example").await().cause())
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("db-2.example: Name or service not known");
    }

    @Test
    void addressesAsText_needNoLookUp() throws Exception {
        NameResolver resolver = new NameResolver(loop, new LookUps(waiting::add, this::count), LONG);

        assertThat(resolver.resolve("10.0.0.1").sync().getNow()).isEqualTo(InetAddress.getByName("10.0.0.1"));
        assertThat(resolver.resolveAll("::1").sync().getNow()).isEqualTo(List.of(InetAddress.getByName("::1")));
        assertThat(waiting).isEmpty();
    }

    @Test
    void noAnswer_isReportedAfterTheLimit_andALateAnswerIsIgnored() throws Exception {
        NameResolver resolver = new NameResolver(loop, new LookUps(waiting::add, this::count), SHORT);

        Future<InetAddress> address = resolver.resolve("db-2.example").await();
        waiting.remove().run();

        assertThat(address.cause())
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("db-2.example: DNS lookup timed out after 20 ms");
        assertThat(asked).as("look-ups that nobody waits for").hasValue(0);
    }

    private InetAddress[] count(String host) throws UnknownHostException {
        asked.incrementAndGet();
        return new InetAddress[] {InetAddress.getByName("10.0.0.1")};
    }
}
