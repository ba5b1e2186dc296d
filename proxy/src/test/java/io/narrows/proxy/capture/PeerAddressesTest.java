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

    private void owner(InetSocketAddress address) {
        addresses.owner(NO_LOOP, address, owner -> found.add(owner.peer()));
    }

    @Test
    void deadName_doesNotHideThePeersWithOthers() {
        owner(AT_C);

        die("b.example");

        assertThat(found).containsExactly(Optional.of(new PeerId("c")));
    }

    @Test
    void nameThatDies_keepsItsAddress() {
        owner(AT_B);
        answer("b.example", AT_B);
        now = Duration.ofMinutes(1).toNanos();
        owner(AT_B);

        die("b.example");

        owner(AT_B);
        assertThat(found).hasSize(3).containsOnly(Optional.of(new PeerId("b")));
    }

    @Test
    void addressOfNobody_isLookedUpAgain_sinceANodeMayHaveBeenGivenIt() {
        owner(AT_B);
        answer("b.example", AT_B);
        now = Duration.ofSeconds(2).toNanos();
        InetSocketAddress moved = new InetSocketAddress("10.0.0.22", 3);

        owner(moved);
        assertThat(found).hasSize(1);
        answer("b.example", moved);

        assertThat(found).containsExactly(Optional.of(new PeerId("b")), Optional.of(new PeerId("b")));
    }

    @Test
    void withoutAnAddressOfAName_itIsUncertainThatAnAddressHasNoOwner() {
        List<Boolean> certain = new ArrayList<>();
        addresses.owner(NO_LOOP, new InetSocketAddress("10.0.0.9", 3), owner -> certain.add(owner.certain()));
        die("b.example");
        now = Duration.ofSeconds(2).toNanos();
        addresses.owner(NO_LOOP, new InetSocketAddress("10.0.0.9", 3), owner -> certain.add(owner.certain()));
        answer("b.example", AT_B);

        assertThat(certain).containsExactly(false, true);
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
