package io.narrows.proxy.reload;

import io.narrows.config.yaml.RenamedKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs former names of keys in a configuration that takes effect. */
public final class RenamedKeyLog {
    private static final Logger LOG = LoggerFactory.getLogger(RenamedKeyLog.class);

    private RenamedKeyLog() {}

    public static void warn(RenamedKey key) {
        LOG.atWarn()
                .addKeyValue("place", key.place())
                .addKeyValue("key", key.former())
                .addKeyValue("newKey", key.present())
                .log("configuration key has a new name; the next release will reject the former one");
    }
}
