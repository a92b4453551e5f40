// Verifies an EdDSA signature over Baby Jubjub with Poseidon as its hash. BN254 alone.
pragma circom 2.1.6;

include "circomlib/circuits/eddsaposeidon.circom";

template Signed() {
    signal input Ax;
    signal input Ay;
    signal input M;
    signal input S;
    signal input R8x;
    signal input R8y;

    component verifier = EdDSAPoseidonVerifier();
    verifier.enabled <== 1;
    verifier.Ax <== Ax;
    verifier.Ay <== Ay;
    verifier.S <== S;
    verifier.R8x <== R8x;
    verifier.R8y <== R8y;
    verifier.M <== M;
}

component main {public [Ax, Ay, M]} = Signed();
