package io.narrows.node.mvcc;

import io.narrows.node.thread.StoreThreads;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.block.KeyEncoding;

/**
 * Options of a keyspace. Immutable; start with {@link #defaults}.
 *
 * @param engine options of the database; its families are set by the keyspace
 * @param family options of each family, except key encoding; revisions and lease-keys have no filter
 * @param keyEncoding encoding of the families whose keys contain a revision
 * @param latestBytes bound on the memory for latest versions of keys; 0 or more, 0 for none
 */
public record KeyspaceOptions(DbOptions engine, FamilyOptions family, KeyEncoding keyEncoding, long latestBytes) {
    private static final long LATEST_BYTES = 32L << 20;

    /** Returns the defaults; loads the codecs. */
    public static KeyspaceOptions defaults() {
        DbOptions engine = DbOptions.defaults()
                .withBackgroundJobs(StoreThreads.ofThisProcess().backgroundJobs());
        return new KeyspaceOptions(engine, FamilyOptions.DEFAULT, KeyEncoding.THREE_SHARED_PARTS, LATEST_BYTES);
    }

    public KeyspaceOptions withEngine(DbOptions options) {
        return new KeyspaceOptions(options, family, keyEncoding, latestBytes);
    }

    public KeyspaceOptions withFamily(FamilyOptions options) {
        return new KeyspaceOptions(engine, options, keyEncoding, latestBytes);
    }

    public KeyspaceOptions withKeyEncoding(KeyEncoding encoding) {
        return new KeyspaceOptions(engine, family, encoding, latestBytes);
    }

    public KeyspaceOptions withLatestBytes(long bytes) {
        return new KeyspaceOptions(engine, family, keyEncoding, bytes);
    }

    /** Returns the engine's options with all families. */
    DbOptions database() {
        return engine.withCreateIfMissing(true)
                .withOwnLog(false) // the group's log has the entries that are not flushed
                .withWalRecovery(WalRecovery.POINT_IN_TIME) // of a log that an earlier version has left
                .withListener(new EngineLog(engine.listener()))
                .withOtherFamilies(family)
                .withFamily(Store.KEYS, withRevisions(family.table()))
                .withFamily(Store.REVISIONS, withRevisions(family.table().withBloomBitsPerKey(0)))
                .withFamily(Store.LATEST, family)
                .withFamily(Store.LEASES, family)
                .withFamily(Store.LEASE_KEYS, family.withTable(family.table().withBloomBitsPerKey(0)));
    }

    /** Returns the options of a family whose keys contain a revision. */
    private FamilyOptions withRevisions(TableOptions table) {
        return family.withTable((keyEncoding == KeyEncoding.SHARED_PREFIX ? table : table.withFormatVersion(7))
                .withKeyEncoding(keyEncoding));
    }
}
