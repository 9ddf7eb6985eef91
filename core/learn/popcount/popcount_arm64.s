#include "textflag.h"

// Go writes the operands from the source to the destination.

// LOAD puts the block at a into V0 to V7, and moves on.
#define LOAD(a) \
	VLD1.P 64(a), [V0.B16, V1.B16, V2.B16, V3.B16] \
	VLD1.P 64(a), [V4.B16, V5.B16, V6.B16, V7.B16]

// BLOCK leaves what the block shares with that in V24 to V31.
#define BLOCK \
	VAND V24.B16, V0.B16, V0.B16 \
	VAND V25.B16, V1.B16, V1.B16 \
	VAND V26.B16, V2.B16, V2.B16 \
	VAND V27.B16, V3.B16, V3.B16 \
	VAND V28.B16, V4.B16, V4.B16 \
	VAND V29.B16, V5.B16, V5.B16 \
	VAND V30.B16, V6.B16, V6.B16 \
	VAND V31.B16, V7.B16, V7.B16

// COUNT puts the number of bits of V0 to V7 into V0. A byte has at most 64 before the bytes are added up.
#define COUNT \
	VCNT    V0.B16, V0.B16         \
	VCNT    V1.B16, V1.B16         \
	VCNT    V2.B16, V2.B16         \
	VCNT    V3.B16, V3.B16         \
	VCNT    V4.B16, V4.B16         \
	VCNT    V5.B16, V5.B16         \
	VCNT    V6.B16, V6.B16         \
	VCNT    V7.B16, V7.B16         \
	VADD    V1.B16, V0.B16, V0.B16 \
	VADD    V3.B16, V2.B16, V2.B16 \
	VADD    V5.B16, V4.B16, V4.B16 \
	VADD    V7.B16, V6.B16, V6.B16 \
	VADD    V2.B16, V0.B16, V0.B16 \
	VADD    V6.B16, V4.B16, V4.B16 \
	VADD    V4.B16, V0.B16, V0.B16 \
	VUADDLV V0.B16, V0

// func countsNEON(group, states *Block, number int, counts *int32)
TEXT ·countsNEON(SB), NOSPLIT, $0-32
	MOVD   group+0(FP), R0
	MOVD   states+8(FP), R1
	MOVD   number+16(FP), R2
	MOVD   counts+24(FP), R3
	VLD1.P 64(R0), [V24.B16, V25.B16, V26.B16, V27.B16]
	VLD1   (R0), [V28.B16, V29.B16, V30.B16, V31.B16]

state:
	LOAD(R1)
	BLOCK
	COUNT
	VMOV   V0.H[0], R4
	MOVW.P R4, 4(R3)
	SUBS   $1, R2, R2
	BNE    state
	RET

// func countAtNEON(groups *Block, pieces *Piece, number int, states *uint64, stride int) int
TEXT ·countAtNEON(SB), NOSPLIT, $0-48
	MOVD groups+0(FP), R0
	MOVD pieces+8(FP), R1
	MOVD number+16(FP), R2
	MOVD states+24(FP), R3
	MOVD stride+32(FP), R4
	LSL  $3, R4, R4
	MOVD $0, R7

piece:
	MOVW.P 8(R1), R5
	MUL    R4, R5, R5
	ADD    R3, R5, R5
	VLD1.P 64(R5), [V24.B16, V25.B16, V26.B16, V27.B16]
	VLD1   (R5), [V28.B16, V29.B16, V30.B16, V31.B16]
	LOAD(R0)
	BLOCK
	COUNT
	VMOV   V0.H[0], R6
	ADD    R6, R7, R7
	SUBS   $1, R2, R2
	BNE    piece
	MOVD   R7, ret+40(FP)
	RET

// func andNEON(to, a, b *Block) int
TEXT ·andNEON(SB), NOSPLIT, $0-32
	MOVD   to+0(FP), R0
	MOVD   a+8(FP), R1
	MOVD   b+16(FP), R2
	VLD1.P 64(R2), [V24.B16, V25.B16, V26.B16, V27.B16]
	VLD1   (R2), [V28.B16, V29.B16, V30.B16, V31.B16]
	LOAD(R1)
	BLOCK
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R0)
	VST1   [V4.B16, V5.B16, V6.B16, V7.B16], (R0)
	COUNT
	VMOV   V0.H[0], R4
	MOVD   R4, ret+24(FP)
	RET
