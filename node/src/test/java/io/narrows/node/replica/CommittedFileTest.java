package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import io.narrows.node.raftlog.SegmentedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedFileTest {
    private static final long TERM = 3;
    private static final long LAST = 5;

    @TempDir
    private Path directory;

    private SegmentedLog log;

    @BeforeEach
    void openLog() {
        log = new SegmentedLog(directory.resolve("log"));
        LogStorageOptions options = new LogStorageOptions();
        options.setConfigurationManager(new ConfigurationManager());
        options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
        assertThat(log.init(options)).isTrue();
        for (long index = 1; index <= LAST; index++) {
            LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
            entry.setId(new LogId(index, TERM));
            entry.setData(ByteBuffer.wrap(new byte[10]));
            assertThat(log.appendEntry(entry)).isTrue();
        }
    }

    @AfterEach
    void closeLog() {
        log.shutdown();
    }

    private void write(long term, long index) throws IOException {
        try (CommittedFile file = new CommittedFile(directory)) {
            file.applied(term, index);
            file.write(log);
        }
    }

    private Path file() {
        return directory.resolve("committed");
    }

    @Test
    void lastWrittenEntry_isFoundAfterRestart() throws IOException {
        write(TERM, 3);
        write(TERM, 4);

        try (CommittedFile file = new CommittedFile(directory)) {
            assertThat(file.read(log)).hasValue(4);
        }
    }

    /** While a member applies its log again, it passes earlier entries. */
    @Test
    void laterEntryInTheFile_isKept() throws IOException {
        write(TERM, LAST);
        try (CommittedFile file = new CommittedFile(directory)) {
            file.read(log);
            file.applied(TERM, 2);
            file.write(log);

            assertThat(file.read(log)).hasValue(LAST);
        }
    }

    @Test
    void entryThatIsNotOnDisk_isNotWritten() throws IOException {
        write(TERM, LAST + 1);

        assertThat(file()).doesNotExist();
    }

    @Test
    void fileThatCannotBeWritten_isWrittenLater() throws IOException {
        try (CommittedFile file = new CommittedFile(directory)) {
            Files.createDirectory(file());
            file.applied(TERM, 4);
            file.write(log);
            assertThat(file.read(log)).isEmpty();

            Files.delete(file());
            file.write(log);
            assertThat(file.read(log)).hasValue(4);
        }
    }

    @Test
    void newFile_hasNone() throws IOException {
        try (CommittedFile file = new CommittedFile(directory)) {
            assertThat(file.read(log)).isEmpty();
        }
    }

    @Test
    void entryThatTheLogLacks_isIgnored() throws IOException {
        write(TERM, LAST);
        log.truncateSuffix(LAST - 1);

        try (CommittedFile file = new CommittedFile(directory)) {
            assertThat(file.read(log)).isEmpty();
        }
    }

    @Test
    void entryOfAnotherTerm_isIgnored() throws IOException {
        write(TERM - 1, LAST);

        try (CommittedFile file = new CommittedFile(directory)) {
            assertThat(file.read(log)).isEmpty();
        }
    }

    @Test
    void damagedFile_isIgnored() throws IOException {
        write(TERM, LAST);
        byte[] bytes = Files.readAllBytes(file());
        bytes[bytes.length - 1] = 4;
        Files.write(file(), bytes);

        try (CommittedFile file = new CommittedFile(directory)) {
            assertThat(file.read(log)).isEmpty();
        }
    }
}
