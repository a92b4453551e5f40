// SHA-256 of 32 bytes: one block of the compression function. Fits any prime field.
pragma circom 2.1.6;

include "circomlib/circuits/bitify.circom";
include "circomlib/circuits/sha256/sha256.circom";

template Sha256Bytes(byte_count) {
    signal input bytes[byte_count];
    signal output digest[256]; // bits, most significant first

    component hash = Sha256(8 * byte_count);
    component bits[byte_count];
    for (var i = 0; i < byte_count; i++) {
        bits[i] = Num2Bits(8);
        bits[i].in <== bytes[i];
        for (var j = 0; j < 8; j++) hash.in[8 * i + j] <== bits[i].out[7 - j];
    }
    digest <== hash.out;
}

component main = Sha256Bytes(32);
