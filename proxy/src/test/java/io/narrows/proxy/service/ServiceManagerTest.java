package io.narrows.proxy.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TransportKind;
import io.narrows.proxy.transport.Transport;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
final class ServiceManagerTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"EPOLL", "NIO"})
    void lifeOfAProcess_isReportedInOrder(TransportKind transport) throws Exception {
        String address = folder.resolve("notify").toString();
        try (NotifyReceiver systemd = new NotifyReceiver(address);
                Transport loops = new Transport(transport, 1);
                ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", address), loops)) {
            manager.ready(Optional::empty);
            assertThat(systemd.next()).isEqualTo("READY=1\nSTATUS=carrying traffic");

            long before = System.nanoTime() / 1_000;
            manager.begins();
            String reloading = systemd.next();
            assertThat(reloading).startsWith("RELOADING=1\nMONOTONIC_USEC=");
            assertThat(Long.parseLong(reloading.split("[=\n]")[3])).isBetween(before, System.nanoTime() / 1_000);
            manager.ended(Optional.of("a.yaml:1:1: wrong\na.yaml:2:1: wrong too"));
            assertThat(systemd.next())
                    .startsWith("READY=1\nSTATUS=configuration rejected")
                    .endsWith("a.yaml:1:1: wrong a.yaml:2:1: wrong too");

            manager.stopping();
            assertThat(systemd.next()).isEqualTo("STOPPING=1");
            manager.begins();
            manager.status("draining");
            assertThat(systemd.next()).isEqualTo("STATUS=draining");
        }
    }

    @Test
    void abstractName_isReached() throws Exception {
        String address = "@narrows-test-" + UUID.randomUUID();
        try (NotifyReceiver systemd = new NotifyReceiver(address);
                Transport loops = new Transport(TransportKind.EPOLL, 1);
                ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", address), loops)) {
            manager.ready(Optional::empty);

            assertThat(systemd.next()).startsWith("READY=1");
        }
    }

    @Test
    void watchdog_isFedWhileTheProcessIsHealthy() throws Exception {
        String address = folder.resolve("notify").toString();
        Map<String, String> environment = new HashMap<>(Map.of("NOTIFY_SOCKET", address, "WATCHDOG_USEC", "300000"));
        AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
        try (NotifyReceiver systemd = new NotifyReceiver(address);
                Transport loops = new Transport(TransportKind.EPOLL, 1);
                ServiceManager manager = ServiceManager.of(environment, loops)) {
            manager.ready(problem::get);
            assertThat(systemd.next()).startsWith("READY=1");
            assertThat(systemd.next()).isEqualTo("WATCHDOG=1");
            assertThat(systemd.next()).isEqualTo("WATCHDOG=1");

            problem.set(Optional.of("an event loop stands still"));
            manager.status("marked");

            String last = systemd.next();
            while (last.equals("WATCHDOG=1")) {
                last = systemd.next();
            }
            assertThat(last).isEqualTo("STATUS=marked");
        }
    }

    @Test
    void watchdogOfAnotherProcess_isNotFed() {
        Map<String, String> environment = Map.of("WATCHDOG_USEC", "300000", "WATCHDOG_PID", "7");

        assertThat(WatchdogPeriod.of(environment, 8)).isEmpty();
        assertThat(WatchdogPeriod.of(environment, 7))
                .hasValueSatisfying(period -> assertThat(period.toMillis()).isEqualTo(300));
        assertThat(WatchdogPeriod.of(Map.of(), 7)).isEmpty();
    }

    @Test
    void missingSystemd_isNotAFailure() {
        Map<String, String> environment =
                Map.of("NOTIFY_SOCKET", folder.resolve("none").toString());
        try (Transport loops = new Transport(TransportKind.EPOLL, 1);
                ServiceManager manager = ServiceManager.of(environment, loops)) {
            manager.ready(Optional::empty);
            manager.stopping();
        }
    }

    @Test
    void processWithoutSystemd_tellsNobody() {
        try (Transport loops = new Transport(TransportKind.EPOLL, 1);
                ServiceManager manager = ServiceManager.of(Map.of(), loops)) {
            manager.ready(Optional::empty);
            manager.stopping();
        }
    }
}
