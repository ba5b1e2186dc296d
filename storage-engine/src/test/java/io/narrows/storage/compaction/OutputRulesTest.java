package io.narrows.storage.compaction;

import static io.narrows.storage.EntryType.DELETE;
import static io.narrows.storage.EntryType.MERGE;
import static io.narrows.storage.EntryType.PUT;
import static io.narrows.storage.EntryType.SINGLE_DELETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.iterate.UnsupportedEntryException;
import io.narrows.storage.sst.rows.VersionedRow;
import io.narrows.storage.support.FixedFilters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Tests each rule on its own. Rows are written as {@code key@sequence:type}. */
class OutputRulesTest {
    private final List<VersionedRow> rows = new ArrayList<>();
    private final List<RangeTombstone> tombstones = new ArrayList<>();
    private long[] snapshots = {};
    private OlderData older = OlderData.UNKNOWN;
    private JobFilter filter = JobFilter.none();
    private boolean bottommost;

    @Test
    void versions_withoutSnapshots_onlyTheYoungestStays() throws IOException {
        given("a", 3, PUT).given("a", 2, PUT).given("b", 1, PUT);

        assertThat(survivors()).containsExactly("a@3:PUT", "b@1:PUT");
    }

    @Test
    void versions_withSnapshots_theYoungestOfEachStripeStays() throws IOException {
        snapshots = new long[] {2, 4};
        given("a", 6, PUT)
                .given("a", 5, PUT)
                .given("a", 4, PUT)
                .given("a", 3, PUT)
                .given("a", 2, PUT)
                .given("a", 1, PUT);

        assertThat(survivors()).containsExactly("a@6:PUT", "a@4:PUT", "a@2:PUT");
    }

    @Test
    void deletion_hidesWhatIsOlderInItsStripeOnly() throws IOException {
        snapshots = new long[] {2};
        given("a", 4, DELETE).given("a", 3, PUT).given("a", 2, PUT);

        assertThat(survivors()).containsExactly("a@4:DELETE", "a@2:PUT");
    }

    @Test
    void deletion_withNothingOlderBeneath_goes() throws IOException {
        older = OlderData.NONE;
        given("a", 4, DELETE).given("a", 3, PUT).given("b", 2, SINGLE_DELETE);

        assertThat(survivors()).isEmpty();
    }

    @Test
    void deletion_thatAnOlderSnapshotDoesNotSee_stays() throws IOException {
        older = OlderData.NONE;
        snapshots = new long[] {3};
        given("a", 4, DELETE).given("a", 3, PUT).given("b", 2, DELETE);

        assertThat(survivors()).containsExactly("a@4:DELETE", "a@3:PUT");
    }

    @Test
    void singleDeletion_hidesAsADeletionDoes() throws IOException {
        given("a", 4, SINGLE_DELETE).given("a", 3, PUT).given("a", 2, PUT);

        assertThat(survivors()).containsExactly("a@4:SINGLE_DELETE");
    }

    @Test
    void singleDeletion_underAYoungerVersion_staysAsLongAsItsValueMayLieDeeper() throws IOException {
        given("a", 4, PUT).given("a", 3, SINGLE_DELETE).given("a", 2, PUT);

        assertThat(survivors()).containsExactly("a@4:PUT", "a@3:SINGLE_DELETE");

        older = OlderData.NONE;
        assertThat(survivors()).containsExactly("a@4:PUT");
    }

    @Test
    void bottommost_whatAllReadersSeeHasSequenceZero() throws IOException {
        bottommost();
        snapshots = new long[] {3};
        given("a", 4, PUT)
                .given("a", 3, PUT)
                .given("a", 2, PUT)
                .given("b", 5, EntryType.BLOB_INDEX)
                .given("c", 1, EntryType.WIDE_COLUMNS);

        assertThat(survivors()).containsExactly("a@4:PUT", "a@0:PUT", "b@5:BLOB_INDEX", "c@0:WIDE_COLUMNS");
    }

    @Test
    void notBottommost_sequencesStay() throws IOException {
        older = OlderData.NONE;
        given("a", 4, PUT);

        assertThat(survivors()).containsExactly("a@4:PUT");
    }

    @Test
    void rangeDeletion_takesOlderEntriesOfItsStripe() throws IOException {
        snapshots = new long[] {2};
        tombstone("a", "c", 5);
        given("a", 6, PUT)
                .given("a", 4, PUT)
                .given("a", 2, PUT)
                .given("b", 5, PUT)
                .given("b", 3, PUT)
                .given("c", 4, PUT);

        // an entry with the deletion's own sequence number is not older than it
        assertThat(survivors()).containsExactly("a@6:PUT", "a@2:PUT", "b@5:PUT", "c@4:PUT");
    }

    @Test
    void rangeDeletion_thatIsHiddenByAnotherOfItsStripe_goes() throws IOException {
        snapshots = new long[] {4};
        tombstone("a", "e", 7).tombstone("c", "h", 6).tombstone("a", "h", 3);

        assertThat(survivingTombstones()).containsExactly("a-e@7", "a-e@3", "e-h@6", "e-h@3");
    }

    @Test
    void rangeDeletion_withNothingOlderBeneath_goes() throws IOException {
        older = OlderData.NONE;
        snapshots = new long[] {4};
        tombstone("a", "e", 7).tombstone("c", "h", 3);

        assertThat(survivingTombstones()).containsExactly("a-e@7");
    }

    @Test
    void merge_staysWithAllThatIsBeneathIt() throws IOException {
        bottommost();
        given("a", 9, MERGE)
                .given("a", 8, MERGE)
                .given("a", 7, PUT)
                .given("a", 6, PUT)
                .given("a", 5, DELETE)
                .given("b", 1, PUT);

        assertThat(survivors())
                .containsExactly("a@9:MERGE", "a@8:MERGE", "a@7:PUT", "a@6:PUT", "a@5:DELETE", "b@0:PUT");
    }

    @Test
    void merge_thatAValueHides_goes() throws IOException {
        bottommost();
        given("a", 9, PUT).given("a", 8, MERGE).given("a", 7, PUT);

        assertThat(survivors()).containsExactly("a@0:PUT");
    }

    /** Otherwise the value would be beneath the operand once the range deletion is gone. */
    @Test
    void merge_overARangeDeletion_keepsNothingThatWasDeleted() throws IOException {
        bottommost();
        tombstone("a", "b", 8);
        given("a", 9, MERGE).given("a", 7, PUT).given("a", 6, MERGE);

        assertThat(survivors()).containsExactly("a@9:MERGE");
        assertThat(survivingTombstones()).isEmpty();
    }

    @Test
    void startsKey_isSoOfTheFirstOfAKeyThatSurvives() throws IOException {
        snapshots = new long[] {3, 5};
        tombstone("a", "b", 9);
        given("a", 8, PUT).given("a", 5, PUT).given("a", 3, PUT).given("b", 2, PUT);

        OutputRules rules = rules();

        assertThat(rules.next()).isTrue();
        assertThat(rules.startsKey()).isTrue();
        assertThat(rules.next()).isTrue();
        assertThat(rules.startsKey()).isFalse();
        assertThat(rules.next()).isTrue();
        assertThat(rules.startsKey()).isTrue();
    }

    @Test
    void emptyKey_isAKey() throws IOException {
        given("", 2, PUT).given("", 1, PUT).given("a", 1, PUT);

        assertThat(survivors()).containsExactly("@2:PUT", "a@1:PUT");
    }

    @Test
    void pointEntryOfAnUnknownType_isRefused() {
        RowSource source =
                new RowSource(List.of(new VersionedRow(Slice.of("a"), 7, EntryType.RANGE_DELETE, Slice.EMPTY)));

        assertThatExceptionOfType(UnsupportedEntryException.class)
                .isThrownBy(() -> rules(source).next())
                .withMessageContaining("RANGE_DELETE")
                .withMessageContaining("61");
    }

    @Test
    void cancellation_endsItThoughNothingSurvives() {
        for (int i = 0; i < 5_000; i++) {
            given("a", 10_000 - i, PUT);
        }
        OutputRules rules = new OutputRules(
                new RowSource(rows),
                RangeTombstones.EMPTY,
                new Snapshots(snapshots),
                false,
                older,
                JobFilter.none(),
                new Cancellation(() -> true));

        assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> {
            while (rules.next()) {
                // continues until it is canceled
            }
        });
    }

    @Test
    void filter_discards_theValueAndWhatItHides() throws IOException {
        filter(CompactionFilter.Decision.DISCARD, 10);
        given("a", 3, PUT).given("a", 2, PUT).given("b", 4, DELETE).given("b", 1, PUT);

        assertThat(survivors()).containsExactly("b@4:DELETE");
    }

    @Test
    void filter_removes_leavingADeletionAboveOlderData() throws IOException {
        filter(CompactionFilter.Decision.REMOVE, 10);
        given("a", 3, PUT).given("a", 2, PUT);

        assertThat(survivors()).containsExactly("a@3:DELETE");
        assertThat(firstValue()).isEqualTo(Slice.EMPTY);

        older = OlderData.NONE;
        assertThat(survivors()).isEmpty();
    }

    @Test
    void filter_isNotAskedForWhatASnapshotProtects() throws IOException {
        snapshots = new long[] {3, 9};
        filter(CompactionFilter.Decision.DISCARD, 9);
        given("a", 4, PUT).given("a", 3, PUT).given("b", 2, PUT).given("c", 5, PUT);

        assertThat(survivors()).containsExactly("a@3:PUT", "b@2:PUT");
    }

    @Test
    void filter_isAskedForWhatOnlyLaterSnapshotsSee() throws IOException {
        snapshots = new long[] {5};
        filter(CompactionFilter.Decision.DISCARD, 5);
        given("a", 4, PUT).given("b", 5, PUT).given("c", 6, PUT);

        assertThat(survivors()).isEmpty();
    }

    @Test
    void filter_isNotAskedForMergeOperandsAndWhatIsBeneath() throws IOException {
        filter(CompactionFilter.Decision.DISCARD, 10);
        given("a", 4, MERGE).given("a", 3, PUT);

        assertThat(survivors()).containsExactly("a@4:MERGE", "a@3:PUT");
    }

    @Test
    void snapshots_thatAreNotSorted_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Snapshots(new long[] {4, 3}))
                .withMessageContaining("[4, 3]");
    }

    private OutputRulesTest given(String key, long sequence, EntryType type) {
        rows.add(new VersionedRow(Slice.of(key), sequence, type, Slice.of(key + sequence)));
        return this;
    }

    private OutputRulesTest tombstone(String begin, String end, long sequence) {
        tombstones.add(new RangeTombstone(Slice.of(begin), Slice.of(end), sequence));
        return this;
    }

    private void bottommost() {
        bottommost = true;
        older = OlderData.NONE;
    }

    private OutputRules rules() {
        return rules(new RowSource(rows));
    }

    private OutputRules rules(RowSource source) {
        filter.protect(new Snapshots(snapshots));
        return new OutputRules(
                source,
                RangeTombstones.of(tombstones),
                new Snapshots(snapshots),
                bottommost,
                older,
                filter,
                new Cancellation(() -> false));
    }

    /** @param sequence {@link CompactionFilter#sequence} */
    private void filter(CompactionFilter.Decision decision, long sequence) throws IOException {
        filter = JobFilter.begin(Optional.of(new FixedFilters(decision, sequence)), List.of(), OtherEntries.unknown());
    }

    private List<String> survivors() throws IOException {
        OutputRules rules = rules();
        List<String> survivors = new ArrayList<>();
        while (rules.next()) {
            survivors.add(text(rules.userKey()) + "@" + InternalKey.sequence(rules.trailer()) + ":"
                    + InternalKey.type(rules.trailer()));
        }
        assertThat(rules.read()).isEqualTo(rows.size());
        return survivors;
    }

    private Slice firstValue() throws IOException {
        OutputRules rules = rules();
        assertThat(rules.next()).isTrue();
        return rules.value();
    }

    private List<String> survivingTombstones() {
        return rules().survivingTombstones().stream()
                .map(tombstone -> text(tombstone.begin()) + "-" + text(tombstone.end()) + "@" + tombstone.sequence())
                .toList();
    }

    private static String text(Slice slice) {
        return new String(slice.toByteArray(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
