/**
 * Power cuts on a whole group: three members on disks that forget unforced data lose power at the same time while clients
 * write. No acknowledged write may be lost, and the group must recover without help.
 */
package io.narrows.node.powercut;
