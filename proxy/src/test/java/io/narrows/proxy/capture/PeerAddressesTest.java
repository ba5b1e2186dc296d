package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.EventMeter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PeerAddressesTest {
    private static final EventLoop NO_LOOP = null; // look-ups are answered by the test
    private static final InetSocketAddress AT_B = new InetSocketAddress("10.0.0.2", 7000);
    private static final InetSocketAddress AT_C = new InetSocketAddress("10.0.0.3", 7000);

    private final Map<String, Promise<List<InetSocketAddress>>> lookUps = new HashMap<>();
    private final List<Optional<PeerId>> found = new ArrayList<>();
    private long now;

    private final LiveConfig live = LinkEnvironments.of("""
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers:
              - {id: b, link: 'b.example:3'}
              - {id: c, link: '10.0.0.3:3'}
            """, new EventMeter(), Runnable::run, System::nanoTime)
            .live();
    private final PeerAddresses addresses = new PeerAddresses(live, this::lookUp, () -> now);

    @Test
    void deadName_doesNotHideThePeersWithOthers() {
        addresses.owner(NO_LOOP, AT_C, found::add);
        answer("10.0.0.3", AT_C);

        die("b.example");

        assertThat(found).containsExactly(Optional.of(new PeerId("c")));
    }

    @Test
    void nameThatDies_keepsItsAddress() {
        addresses.owner(NO_LOOP, AT_B, found::add);
        answer("b.example", AT_B);
        answer("10.0.0.3", AT_C);
        now = Duration.ofMinutes(1).toNanos();
        addresses.owner(NO_LOOP, AT_B, found::add);
        answer("10.0.0.3", AT_C);

        die("b.example");

        addresses.owner(NO_LOOP, AT_B, found::add);
        assertThat(found).hasSize(3).containsOnly(Optional.of(new PeerId("b")));
    }

    private Future<List<InetSocketAddress>> lookUp(EventLoop on, String host) {
        Promise<List<InetSocketAddress>> promise = ImmediateEventExecutor.INSTANCE.newPromise();
        lookUps.put(host, promise);
        return promise;
    }

    private void answer(String host, InetSocketAddress at) {
        lookUps.get(host).setSuccess(List.of(at));
    }

    private void die(String host) {
        lookUps.get(host).setFailure(new UnknownHostException(host));
    }
}
