package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsTest {
    private final Rows rows = new Rows(100);

    @Test
    void check_ofTheLastValue() {
        byte[] first = rows.write(7);
        byte[] second = rows.write(7);

        rows.check(7, Optional.of(second));
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void check_ofAnOlderValue_fails() {
        byte[] first = rows.write(7);
        rows.write(7);

        assertThatIllegalStateException()
                .isThrownBy(() -> rows.check(7, Optional.of(first)))
                .withMessage("key 7 does not have the value written last");
    }

    @Test
    void check_ofNothing_fails() {
        rows.write(7);

        assertThatIllegalStateException()
                .isThrownBy(() -> rows.check(7, Optional.empty()))
                .withMessage("key 7 is not there");
    }

    @Test
    void checkAll_ofADatabaseThatLostARow_fails(@TempDir Path folder) throws Exception {
        try (Db db = Db.open(folder, DbOptions.defaults())) {
            Fill.run(db, rows);
            rows.checkAll(db);

            db.delete(ColumnFamily.DEFAULT, Rows.key(40));

            assertThatIllegalStateException()
                    .isThrownBy(() -> rows.checkAll(db))
                    .withMessage("a key other than number 40");
        }
    }
}
