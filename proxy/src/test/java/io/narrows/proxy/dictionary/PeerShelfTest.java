package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.RECEIVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.TakenMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the order of dictionaries that arrive while those of files are read. */
final class PeerShelfTest {
    private final MemoryLedger memory = Ledgers.of(1 << 30);
    private final Codecs codecs = Codecs.load();
    private final PeerShelf shelf = new PeerShelf();

    @AfterEach
    void close() {
        shelf.close();
        assertThat(memory.contextBytes()).isZero();
    }

    private ChargedDictionary held(String text) throws MalformedDataException {
        TakenMemory none = new TakenMemory(memory.account(Purpose.HISTORY, PEER), Storage.HEAP);
        return ChargedDictionary.of(RECEIVED, Dictionaries.of(text), codecs, none)
                .orElseThrow();
    }

    @Test
    void dictionaryOfTheLatestFile_comesBehindOneThatWasAddedSinceTheFileWasRead() throws Exception {
        shelf.add(held("one"));
        shelf.wasWritten(RECEIVED, Dictionaries.of("one").name());
        assertThat(shelf.keysInFiles()).containsExactly(RECEIVED);
        ChargedDictionary ofFile = held("of the latest file");
        shelf.add(held("two"));
        assertThat(shelf.keysInFiles()).isEmpty();

        shelf.addOfLatestFile(ofFile);

        assertThat(shelf.received())
                .containsExactly(
                        Dictionaries.of("two").name(), Dictionaries.of("one").name());
    }

    @Test
    void dictionaryOfTheLatestFile_isTheLatest_onceThoseBeforeAreWritten() throws Exception {
        shelf.add(held("one"));
        shelf.wasWritten(RECEIVED, Dictionaries.of("one").name());

        shelf.addOfLatestFile(held("of the latest file"));

        assertThat(shelf.received())
                .containsExactly(
                        Dictionaries.of("of the latest file").name(),
                        Dictionaries.of("one").name());
    }

    @Test
    void dictionaryThatIsHereAlready_isNotAddedTwice() throws Exception {
        shelf.add(held("one"));
        shelf.wasWritten(RECEIVED, Dictionaries.of("one").name());

        shelf.addOfLatestFile(held("one"));
        assertThat(shelf.received()).containsExactly(Dictionaries.of("one").name());
        shelf.add(held("one"));
        assertThat(shelf.received()).containsExactly(Dictionaries.of("one").name());
    }
}
