package io.narrows.node.metrics;

import static io.narrows.node.metrics.StatisticsSample.family;
import static io.narrows.node.metrics.StatisticsSample.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.DbStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreMetricsTest {
    private static final Offset<Double> EXACTLY = Offset.offset(1e-15);
    private static final CodecStatistics SNAPPY = new CodecStatistics("snappy", 2, 3_000_000_000L, 2_000_000_000L);
    private static final CodecStatistics ZSTD = new CodecStatistics("zstd", 1, 2_000_000_000L, 500_000_000L);

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final AtomicInteger taken = new AtomicInteger();

    private DbStatistics now = StatisticsSample.of(family("default", level(1, SNAPPY, ZSTD)));

    private final StoreMetrics metrics = new StoreMetrics(
            () -> {
                taken.incrementAndGet();
                return now;
            },
            0.10);

    @ParameterizedTest
    @CsvSource({
        "wal, 1100",
        "wal.syncs, 7",
        "user.written, 1000",
        "write.slowdowns, 3",
        "flushes, 4",
        "flush.written, 900",
        "flush, 2",
        "block.cache.hits, 80",
        "block.cache.misses, 20",
        "bloom.useful, 300",
        "bloom.passed, 200",
        "bloom.false.positives, 10",
        "background.errors, 9"
    })
    void countersOfTheDatabase(String name, double expected) {
        metrics.bindTo(registry);

        assertThat(counter(name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "block.cache, 4096",
        "block.cache.limit, 8192",
        "running.jobs, 2",
        "sequence, 12345",
        "snapshots, 6",
        "writes.refused, 0",
        "write.amplification, 3.5",
        "tariff.usd.per.byte.month, 1e-10"
    })
    void gaugesOfTheDatabase(String name, double expected) {
        metrics.bindTo(registry);

        assertThat(gauge(name)).isEqualTo(expected, EXACTLY);
    }

    @ParameterizedTest
    @CsvSource({"memtable, 65536", "immutable.memtables, 1", "pending.compaction, 777"})
    void gaugesOfAFamily(String name, double expected) {
        metrics.bindTo(registry);

        assertThat(gauge(name, "family", "default")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "compactions, 5",
        "compaction.read, 2000",
        "compaction.written, 1500",
        "compaction, 3.5",
        "compaction.dropped.entries, 60"
    })
    void countersOfCompactions_areByOutputLevel(String name, double expected) {
        metrics.bindTo(registry);

        assertThat(counter(name, "level", "1")).isEqualTo(expected);
        assertThat(counter(name, "level", "0")).isZero();
    }

    @Test
    void stalls_areSecondsByReason() {
        metrics.bindTo(registry);

        assertThat(counter("stall", "reason", "memtables")).isEqualTo(1.5);
        assertThat(counter("stall", "reason", "level0")).isEqualTo(0.25);
        assertThat(counter("stall", "reason", "pending-bytes")).isZero();
    }

    @Test
    void bytes_areByFamilyLevelAndCodec() {
        metrics.bindTo(registry);

        String[] snappy = {"family", "default", "level", "1", "codec", "snappy"};
        assertThat(gauge("files", snappy)).isEqualTo(2);
        assertThat(gauge("logical", snappy)).isEqualTo(3e9);
        assertThat(gauge("stored", snappy)).isEqualTo(2e9);
        assertThat(gauge("stored", "family", "default", "level", "1", "codec", "zstd"))
                .isEqualTo(5e8);
    }

    @Test
    void unmigrated_isWhatHasAnotherCodecThanTheWantedOne() {
        metrics.bindTo(registry);

        assertThat(gauge("unmigrated", "family", "default", "level", "1")).isEqualTo(2e9);
    }

    @Test
    void dollars_areBytesAtThePrice() {
        metrics.bindTo(registry);

        assertThat(gauge("stored.usd.per.month", "family", "default")).isEqualTo(0.25, EXACTLY);
        assertThat(gauge("saved.usd.per.month", "family", "default")).isEqualTo(0.25, EXACTLY);
    }

    @Test
    void errorThatStopsWrites_isOne() {
        metrics.bindTo(registry);
        now = refusing(now);
        clock.add(Duration.ofSeconds(1));

        assertThat(gauge("writes.refused")).isEqualTo(1);
    }

    @Test
    void readingsOfOneScrape_takeOneStatistics() {
        metrics.bindTo(registry);
        clock.add(Duration.ofSeconds(15));
        taken.set(0);

        readAll();

        assertThat(taken).hasValue(1);
    }

    @Test
    void readingsOfTheNextScrape_takeNewOnes() {
        metrics.bindTo(registry);
        readAll();
        taken.set(0);

        clock.add(Duration.ofMillis(500));
        readAll();

        assertThat(taken).hasValue(1);
    }

    @Test
    void partsThatAppearAndGo_takeTheirMetersWithThem() {
        metrics.bindTo(registry);
        Set<Meter.Id> before = ids();

        now = StatisticsSample.of(family("default", level(1, ZSTD)), family("blobs", level(0)));
        clock.add(Duration.ofSeconds(1));
        readAll();

        assertThat(valuesOf("family")).containsExactlyInAnyOrder("default", "blobs");
        assertThat(valuesOf("codec")).containsExactly("zstd");
        now = StatisticsSample.of(family("default", level(1, SNAPPY, ZSTD)));
        clock.add(Duration.ofSeconds(1));
        readAll();
        assertThat(ids()).isEqualTo(before);
    }

    @Test
    void everyMeter_hasADescriptionAndItsName() {
        metrics.bindTo(registry);

        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().getDescription()).endsWith("."))
                .allSatisfy(meter -> assertThat(meter.getId().getName()).startsWith("narrows.store."));
    }

    /** A registry silently accepts meters of one name with different labels. */
    @Test
    void metersOfOneName_haveTheSameLabels() {
        metrics.bindTo(registry);

        Map<String, Set<List<String>>> labels = ids().stream()
                .collect(Collectors.groupingBy(
                        Meter.Id::getName,
                        Collectors.mapping(
                                id -> id.getTags().stream().map(Tag::getKey).toList(), Collectors.toSet())));
        assertThat(labels.values()).allSatisfy(sets -> assertThat(sets).hasSize(1));
    }

    @Test
    void close_takesAllMetersAway() {
        metrics.bindTo(registry);
        List<Meter> meters = registry.getMeters();
        clock.add(Duration.ofSeconds(1));
        taken.set(0);

        metrics.close();

        assertThat(registry.getMeters()).isEmpty();
        meters.forEach(meter -> meter.measure().forEach(measurement -> measurement.getValue()));
        assertThat(taken).as("statistics of a store that may be closed").hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, Double.NaN, Double.POSITIVE_INFINITY})
    void priceThatIsNone_isRefused(double price) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreMetrics(() -> now, price))
                .withMessage("storage price: " + price + " USD per GB per month (expected: 0 or more)");
    }

    private double counter(String name, String... tags) {
        FunctionCounter counter =
                registry.get("narrows.store." + name).tags(tags).functionCounter();
        return counter.count();
    }

    private double gauge(String name, String... tags) {
        return registry.get("narrows.store." + name).tags(tags).gauge().value();
    }

    private void readAll() {
        registry.getMeters().forEach(meter -> meter.measure().forEach(measurement -> measurement.getValue()));
    }

    private Set<Meter.Id> ids() {
        return registry.getMeters().stream().map(Meter::getId).collect(Collectors.toSet());
    }

    private Set<String> valuesOf(String label) {
        return ids().stream()
                .map(id -> id.getTag(label))
                .filter(value -> value != null)
                .collect(Collectors.toSet());
    }

    private static DbStatistics refusing(DbStatistics db) {
        return new DbStatistics(
                db.families(),
                db.writes(),
                db.flushes(),
                db.compactions(),
                db.blockCache(),
                db.bloom(),
                db.runningJobs(),
                db.sequence(),
                db.snapshots(),
                db.backgroundErrors(),
                true);
    }
}
