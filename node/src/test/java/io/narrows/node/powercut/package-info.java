/**
 * Power cuts on a whole group: three members on disks that forget unforced data lose power at once while clients write. No
 * acknowledged write may be lost, and the group must come back by itself.
 */
package io.narrows.node.powercut;
