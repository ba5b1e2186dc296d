package io.narrows.config;

import java.util.Optional;

/**
 * The place of this machine as its platform knows it: replaces {@code auto} in the place of this node. Its methods may block
 * for a few seconds.
 */
public interface PlatformPlace {
    /** The word in a file. */
    String AUTO = "auto";

    /** No platform: {@code auto} is an error. */
    PlatformPlace NONE = new PlatformPlace() {
        @Override
        public String host() throws UnknownPlaceException {
            throw UnknownPlaceException.forGood("this program does not ask for the host's name");
        }

        @Override
        public CloudPlace cloud() throws UnknownPlaceException {
            throw UnknownPlaceException.forGood("this program does not ask a cloud's metadata service");
        }
    };

    /**
     * A platform that leaves the word in the place, for uses that do not depend on the place, or that run on another machine
     * than the node.
     */
    PlatformPlace UNASKED = new PlatformPlace() {
        @Override
        public String host() {
            return AUTO;
        }

        @Override
        public CloudPlace cloud() {
            return new CloudPlace("no cloud", AUTO, Optional.of(AUTO));
        }
    };

    /** Returns the name of this host. */
    String host() throws UnknownPlaceException;

    /** Returns the place that the cloud's metadata service names; the same one each time, once it is known. */
    CloudPlace cloud() throws UnknownPlaceException;
}
