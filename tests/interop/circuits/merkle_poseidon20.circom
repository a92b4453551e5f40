// The root of a Poseidon Merkle tree of depth 20 from a secret leaf and its path.
pragma circom 2.1.6;

include "circomlib/circuits/poseidon.circom";
include "circomlib/circuits/switcher.circom";

template MerkleRoot(depth) {
    signal input leaf;
    signal input siblings[depth];
    signal input sides[depth]; // 1: the node is the right child
    signal output root;

    component order[depth];
    component hash[depth];
    signal node[depth + 1];
    node[0] <== leaf;
    for (var i = 0; i < depth; i++) {
        sides[i] * (sides[i] - 1) === 0;
        order[i] = Switcher();
        order[i].sel <== sides[i];
        order[i].L <== node[i];
        order[i].R <== siblings[i];
        hash[i] = Poseidon(2);
        hash[i].inputs <== [order[i].outL, order[i].outR];
        node[i + 1] <== hash[i].out;
    }
    root <== node[depth];
}

component main = MerkleRoot(20);
