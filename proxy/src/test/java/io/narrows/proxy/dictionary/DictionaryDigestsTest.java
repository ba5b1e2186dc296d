package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.OTHER_PEER;
import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDictionary;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that digests are only made with memory of the peer. */
final class DictionaryDigestsTest {
    private final MemoryLedger memory = Ledgers.of(1 << 30);
    private final Account account = memory.account(Purpose.HISTORY, PEER);
    private DictionaryShelves shelves;
    private StreamDictionary dictionary;

    @BeforeEach
    void open(@TempDir Path root) {
        DictionaryStore store = new DictionaryStore(root, 1 << 20, InstantSource.system());
        shelves = new DictionaryShelves(store, Codecs.load(), memory, Runnable::run);
        shelves.keep(SENT, shelves.of(PEER), Dictionaries.of("one"));
        dictionary = Objects.requireNonNull(shelves.of(PEER).latest(SENT));
    }

    @AfterEach
    void close() {
        shelves.close();
        assertThat(account.usedBytes()).isZero();
    }

    private static List<CodecSpec> digested() {
        return List.of(CodecSpec.of(Codec.ZSTD, 3), CodecSpec.of(Codec.LZ4));
    }

    private boolean prepare(CodecSpec spec) {
        return shelves.of(PEER).prepare(dictionary, spec);
    }

    @ParameterizedTest
    @MethodSource("digested")
    void prepare_chargesTheDigest_once(CodecSpec spec) {
        long before = account.usedBytes();

        assertThat(prepare(spec)).isTrue();
        assertThat(prepare(spec)).isTrue();

        assertThat(dictionary.isPrepared(spec)).isTrue();
        assertThat(account.usedBytes()).isEqualTo(dictionary.memoryBytes()).isGreaterThan(before);
    }

    @Test
    void keep_dictionaryWithFrames_chargesItsState() throws Exception {
        long before = account.usedBytes();

        shelves.keep(SENT, shelves.of(PEER), Dictionaries.framed());

        StreamDictionary framed = Objects.requireNonNull(shelves.of(PEER).latest(SENT));
        long state = Objects.requireNonNull(framed.initialState(CodecSpec.of(Codec.DENSE)))
                .memoryBytes();
        assertThat(account.usedBytes() - before)
                .isEqualTo(framed.memoryBytes())
                .isBetween(state, StreamDictionary.firstBytes(true) / 2);
    }

    /** Of a sidecar with little memory, only a sixteenth is for what is kept for later links. */
    @ParameterizedTest
    @CsvSource({"9, false, false", "13, true, false", "59, true, false", "64, true, true"})
    void keep_inASmallSidecar_dependsOnFrames(int mebibytes, boolean plain, boolean framed, @TempDir Path root)
            throws Exception {
        MemoryLedger small = Ledgers.of((long) mebibytes << 20);
        DictionaryStore store = new DictionaryStore(root, 1 << 20, InstantSource.system());
        DictionaryShelves own = new DictionaryShelves(store, Codecs.load(), small, Runnable::run);

        assertThat(own.keep(SENT, own.of(PEER), Dictionaries.framed())).isEqualTo(framed);
        own.forget(PEER);
        assertThat(own.keep(SENT, own.of(PEER), Dictionaries.of("one"))).isEqualTo(plain);
        own.close();
    }

    @Test
    void keep_dictionaryWhoseFramesAreDamaged_keepsNothing() throws Exception {
        long before = account.usedBytes();

        assertThat(shelves.keep(
                        SENT, shelves.of(PEER), Dictionaries.withFrame((byte) 2, (byte) 0xd1, (byte) 0, (byte) 0)))
                .isFalse();

        assertThat(account.usedBytes()).isEqualTo(before);
        assertThat(shelves.of(PEER).latest(SENT)).isSameAs(dictionary);
    }

    @ParameterizedTest
    @MethodSource("digested")
    void prepare_withoutMemory_digestsNothing(CodecSpec spec) {
        Account others = memory.account(Purpose.HISTORY, OTHER_PEER);
        others.count(Storage.HEAP, others.pool().limitBytes());

        assertThat(prepare(spec)).isFalse();

        assertThat(dictionary.isPrepared(spec)).isFalse();
        assertThat(account.usedBytes()).isEqualTo(dictionary.memoryBytes());
    }

    @ParameterizedTest
    @MethodSource("digested")
    void prepare_ofADictionaryThatIsNoLongerHeld_digestsNothing(CodecSpec spec) {
        try (StreamDictionary shared = Objects.requireNonNull(dictionary.share())) {
            shelves.forget(PEER);

            assertThat(prepare(spec)).isFalse();
            assertThat(shared.isPrepared(spec)).isFalse();
        }
    }
}
