/**
 * The hub soak: one sidecar process under a hundred peers, most of them ordinary and some hostile. {@code bin/soak hub} runs it;
 * docs/soak.md describes it.
 */
package io.narrows.proxy.hub;
