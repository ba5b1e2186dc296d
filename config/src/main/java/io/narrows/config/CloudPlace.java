package io.narrows.config;

import java.util.Optional;

/**
 * The place of a virtual machine according to its cloud.
 *
 * @param cloud the name of the cloud, for messages
 * @param zone empty if the machine is in no particular zone
 */
public record CloudPlace(String cloud, String region, Optional<String> zone) {}
