package io.narrows.node.mvcc;

import io.narrows.node.thread.StoreThreads;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WalRecovery;
import io.narrows.storage.sst.block.KeyEncoding;

/**
 * How a keyspace is kept. Immutable; begin with {@link #defaults}.
 *
 * @param engine of the whole database; its families are set by the keyspace
 * @param family of each family, but for its key encoding and its filter
 * @param keyEncoding of the families whose keys have a revision
 */
public record KeyspaceOptions(DbOptions engine, FamilyOptions family, KeyEncoding keyEncoding) {
    /** Loads the codecs. */
    public static KeyspaceOptions defaults() {
        DbOptions engine = DbOptions.defaults()
                .withBackgroundJobs(StoreThreads.ofThisProcess().backgroundJobs());
        return new KeyspaceOptions(engine, FamilyOptions.DEFAULT, KeyEncoding.THREE_SHARED_PARTS);
    }

    public KeyspaceOptions withEngine(DbOptions options) {
        return new KeyspaceOptions(options, family, keyEncoding);
    }

    public KeyspaceOptions withFamily(FamilyOptions options) {
        return new KeyspaceOptions(engine, options, keyEncoding);
    }

    public KeyspaceOptions withKeyEncoding(KeyEncoding encoding) {
        return new KeyspaceOptions(engine, family, encoding);
    }

    /** The engine's with all families. */
    DbOptions database() {
        return engine.withCreateIfMissing(true)
                .withWalRecovery(WalRecovery.POINT_IN_TIME) // the log of the group has what is dropped
                .withListener(new RecoveryLog())
                .withOtherFamilies(family)
                .withFamily(Store.KEYS, searched())
                .withFamily(Store.REVISIONS, searched())
                .withFamily(Store.LEASES, family)
                .withFamily(Store.LEASE_KEYS, family.withTable(family.table().withBloomBitsPerKey(0)));
    }

    /** Of a family whose keys are searched for, never asked for as a whole: a filter would say nothing. */
    private FamilyOptions searched() {
        return family.withTable((keyEncoding == KeyEncoding.SHARED_PREFIX
                        ? family.table()
                        : family.table().withFormatVersion(7))
                .withKeyEncoding(keyEncoding)
                .withBloomBitsPerKey(0));
    }
}
