package io.narrows.proxy.discovery.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TransportKind;
import io.narrows.proxy.discovery.Reported;
import io.narrows.proxy.transport.Transport;
import io.narrows.testkit.dns.DnsServer;
import io.narrows.testkit.dns.Zone;
import io.narrows.testkit.dns.ZoneRecord;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
final class DnsSourceTest {
    private static final String NAME = "db.example";
    private static final String SERVICES = "_narrows._tcp.db.example";
    private static final OptionalInt PORT = OptionalInt.of(7400);
    private static final int LONG = 600;

    /** More than a slow machine takes for an answer; a question without one is a failure. */
    private static final Duration QUERY_LIMIT = Duration.ofSeconds(30);

    private final Reported reported = new Reported();
    private final DnsServer server = DnsServer.start(this::zone);
    private Transport transport = new Transport(TransportKind.AUTO, 1);
    private volatile Zone zone = Zone.of();
    private DnsSource source;

    DnsSourceTest() throws IOException {}

    private Zone zone() {
        return zone;
    }

    @AfterEach
    void stop() throws IOException {
        source.close();
        transport.close();
        server.close();
    }

    private void start(String name, OptionalInt port) {
        start(name, port, SearchList.NONE);
    }

    private void start(String name, OptionalInt port, SearchList search) {
        start(name, port, search, QUERY_LIMIT);
    }

    private void start(String name, OptionalInt port, SearchList search, Duration queryLimit) {
        source = new DnsSource(
                name,
                port,
                transport,
                search,
                new SequentialDnsServerAddressStreamProvider(server.address()),
                queryLimit);
        source.start(reported);
    }

    private static ZoneRecord address(String literal, int seconds) {
        return ZoneRecord.address(NAME, seconds, literal);
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"AUTO", "NIO"})
    void addressesOfBothFamilies_areEndpoints(TransportKind kind) {
        transport.close();
        transport = new Transport(kind, 1);
        zone = Zone.of(address("10.0.0.1", LONG), address("10.0.0.2", LONG), address("2001:db8::3", LONG));

        start(NAME, PORT);

        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400", "[2001:db8::3]:7400");
        assertThat(reported.failures()).isEmpty();
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void nameWithoutIpv6_isNoFailure() {
        zone = Zone.of(address("10.0.0.1", LONG));

        start(NAME, PORT);

        reported.awaitLinks("10.0.0.1:7400");
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void changedAddresses_areFoundWhenTheOldOnesExpire() {
        zone = Zone.of(address("10.0.0.1", 1));
        start(NAME, PORT);
        reported.awaitLinks("10.0.0.1:7400");

        zone = Zone.of(address("10.0.0.1", 1), address("10.0.0.2", 1));
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400");
        zone = Zone.of(address("10.0.0.2", 1));
        reported.awaitLinks("10.0.0.2:7400");

        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void refresh_looksBeforeTheOldOnesExpire_onceASecond() {
        zone = Zone.of(address("10.0.0.1", LONG));
        start(NAME, PORT);
        reported.awaitLinks("10.0.0.1:7400");
        int before = server.asked(NAME);

        zone = Zone.of(address("10.0.0.2", LONG));
        IntStream.range(0, 1_000).forEach(i -> source.refresh());

        reported.awaitLinks("10.0.0.2:7400");
        assertThat(server.asked(NAME) - before).as("questions").isLessThan(20);
    }

    @Test
    void services_haveTheirOwnHostsAndPorts() {
        zone = Zone.of(
                ZoneRecord.service(SERVICES, LONG, 7400, "db-1.example"),
                ZoneRecord.service(SERVICES, LONG, 7500, "db-2.example"),
                ZoneRecord.address("db-1.example", LONG, "10.0.0.1"),
                ZoneRecord.address("db-2.example", LONG, "10.0.0.2"),
                ZoneRecord.address("db-2.example", LONG, "2001:db8::2"));

        start(SERVICES, OptionalInt.empty());

        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7500", "[2001:db8::2]:7500");
    }

    @Test
    void serviceThatIsRemoved_goes_andItsHostIsForgotten() {
        ZoneRecord one = ZoneRecord.service(SERVICES, 1, 7400, "db-1.example");
        ZoneRecord two = ZoneRecord.service(SERVICES, 1, 7400, "db-2.example");
        ZoneRecord address = ZoneRecord.address("db-1.example", 1, "10.0.0.1");
        ZoneRecord other = ZoneRecord.address("db-2.example", 1, "10.0.0.2");
        zone = Zone.of(one, two, address, other);
        start(SERVICES, OptionalInt.empty());
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400");

        zone = Zone.of(one, address);

        reported.awaitLinks("10.0.0.1:7400");
        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void hostOfAServiceThatFails_keepsItsAddresses() {
        ZoneRecord one = ZoneRecord.service(SERVICES, 1, 7400, "db-1.example");
        ZoneRecord two = ZoneRecord.service(SERVICES, 1, 7400, "db-2.example");
        ZoneRecord address = ZoneRecord.address("db-1.example", 1, "10.0.0.1");
        ZoneRecord other = ZoneRecord.address("db-2.example", 1, "10.0.0.2");
        zone = Zone.of(one, two, address, other);
        start(SERVICES, OptionalInt.empty());
        reported.awaitLinks("10.0.0.1:7400", "10.0.0.2:7400");

        zone = Zone.of(one, two, address).failing("db-2.example", Zone.SERVFAIL);
        reported.awaitFailures(1);

        assertThat(reported.found()).hasSize(1);
        assertThat(reported.failures()).containsExactly("DNS lookup of addresses of db-2.example. failed: ServFail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVFAIL", "NXDOMAIN", "EMPTY"})
    void failedLookup_keepsTheLastEndpoints_andIsReportedOnce(String failure) {
        zone = Zone.of(address("10.0.0.1", 1));
        start(NAME, PORT);
        reported.awaitLinks("10.0.0.1:7400");

        int before = server.asked(NAME);
        zone = switch (failure) {
            case "SERVFAIL" -> zone.failing(NAME, Zone.SERVFAIL);
            case "NXDOMAIN" -> Zone.of();
            default -> Zone.of(ZoneRecord.service(NAME, 1, 1, "other.example"));
        };
        reported.awaitFailures(1);
        Awaitility.await().until(() -> {
            source.refresh();
            return server.asked(NAME) > before + 4; // asks again
        });

        assertThat(reported.failures())
                .containsExactly("DNS lookup of addresses of db.example failed: "
                        + switch (failure) {
                            case "SERVFAIL" -> "ServFail";
                            case "NXDOMAIN" -> "NXDomain";
                            default -> "no such record";
                        });
        assertThat(source.problem()).contains(reported.failures().get(0));
        assertThat(reported.found()).hasSize(1);

        zone = Zone.of(address("10.0.0.2", LONG));
        source.refresh();
        reported.awaitLinks("10.0.0.2:7400");
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void serverThatDoesNotAnswer_isReported() {
        zone = Zone.of().failing(NAME, Zone.SILENT);

        start(NAME, PORT, SearchList.NONE, DnsSource.QUERY_LIMIT);

        reported.awaitFailures(1);
        assertThat(reported.failures())
                .containsExactly("DNS lookup of addresses of db.example failed: the DNS servers do not answer");
        assertThat(reported.found()).isEmpty();
    }

    @Test
    void answerThatIsTooLongForUdp_isAskedForOverTcp() {
        ZoneRecord[] many = IntStream.range(0, 200)
                .mapToObj(i -> address("10.0.1." + i, LONG))
                .toArray(ZoneRecord[]::new);
        zone = Zone.of(many);

        start(NAME, PORT);

        reported.awaitLinks(
                IntStream.range(0, 200).mapToObj(i -> "10.0.1." + i + ":7400").toArray(String[]::new));
        assertThat(server.askedOverTcp()).isPositive();
    }

    @Test
    void shortName_isFoundInASearchDomain() {
        zone = Zone.of(ZoneRecord.address("db.default.svc", LONG, "10.0.0.1"));

        start("db", PORT, new SearchList(List.of("other.svc", "default.svc"), 5));

        reported.awaitLinks("10.0.0.1:7400");
    }

    @Test
    void nameThatCannotBeOne_isAFailure_andTheSourceGoesOn() {
        start("db..example", PORT);

        reported.awaitFailures(1);

        assertThat(reported.failures().get(0)).startsWith("DNS lookup of addresses of db..example failed: ");
    }

    @Test
    void alias_isFollowed() {
        zone = Zone.of(
                ZoneRecord.alias(NAME, LONG, "db-1.example"), ZoneRecord.address("db-1.example", LONG, "10.0.0.1"));

        start(NAME, PORT);

        reported.awaitLinks("10.0.0.1:7400");
    }

    @Test
    void closedSource_asksNoMore() {
        zone = Zone.of(address("10.0.0.1", 1));
        start(NAME, PORT);
        reported.awaitLinks("10.0.0.1:7400");

        source.close();
        zone = Zone.of(address("10.0.0.2", 1));
        source.refresh();
        int asked = server.asked(NAME);

        Awaitility.await().during(Duration.ofMillis(1_500)).until(() -> server.asked(NAME) <= asked + 2);
        assertThat(reported.found()).hasSize(1);
    }

    @Test
    void timeToLive_isBounded() {
        start(NAME, PORT);

        assertThat(DnsSource.bounded(0)).isEqualTo(DnsSource.SHORTEST);
        assertThat(DnsSource.bounded(7)).isEqualTo(Duration.ofSeconds(7));
        assertThat(DnsSource.bounded(86_400)).isEqualTo(DnsSource.LONGEST);
    }
}
