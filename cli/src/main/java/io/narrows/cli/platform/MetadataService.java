package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import java.io.IOException;

/** The metadata service of one cloud, as documented by it. */
interface MetadataService {
    /** Returns the name of the cloud. */
    String cloud();

    /** Returns the base of the URLs. */
    String base();

    /** Returns what the lack of an answer may mean on this cloud; may be empty. */
    default String silence() {
        return "";
    }

    /** Asks for the place. @throws IOException if this is no machine of the cloud, or the answer is unusable */
    CloudPlace ask(MetadataClient client) throws IOException, InterruptedException;
}
