package io.narrows.config;

/** The pod under which the traffic of this node is exposed by OpenCost's names of metrics. */
public record OpenCostPod(String namespace, String pod) {}
